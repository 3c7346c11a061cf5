import type { Questions } from '#server/forms/questions.ts';
import type { Invalid, TooMany } from '#journeys/registration/server/outcomes.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { checkPurposeToken } from '#server/platform/tokens/purpose-token.ts';

export interface PreferencesRequest {
  /** Token of the link, and the chosen preferences. */
  readonly form: unknown;
  readonly network: string;
  /** Questions that its form adds. */
  readonly questions?: Questions;
}

export type PreferencesResult =
  | { readonly outcome: 'saved'; readonly email: string }
  | { readonly outcome: 'denied' | 'not-registered' }
  | Invalid
  | TooMany;

/** Second step of a social sign-up: stores at least one of four preferences (S4), replacing earlier ones. */
export async function setPreferences(ports: MemberPorts, request: PreferencesRequest): Promise<PreferencesResult> {
  const checked = validateForm('preferences', request.form);
  if (!checked.ok) return { outcome: 'invalid', errors: checked.errors };
  const token = await checkPurposeToken(ports, 'social', checked.value.token);
  const email = token.state === 'valid' ? readEmail(token.email) : null;
  if (!email) return { outcome: 'denied' };
  const limited = await ports.limits.count({
    action: 'preferences',
    network: request.network,
    limit: ports.settings.limits.requestsPerNetwork,
  });
  if (!limited.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: limited.retryAfterSeconds };

  return withTransaction<PreferencesResult>(ports.database, async (tx) => {
    const saved = await tx
      .updateTable('members')
      .set({ preferences: JSON.stringify([...checked.value.preferences].toSorted()) })
      .where('email_canonical', '=', email.canonical)
      .executeTakeFirst();
    if (saved.numUpdatedRows === 0n) return { outcome: 'not-registered' };
    await request.questions?.store(tx, request.questions.given, email);
    return { outcome: 'saved', email: email.typed };
  });
}

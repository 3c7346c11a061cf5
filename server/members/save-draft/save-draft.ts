import { flowMachine } from '#server/members/account/registration-machine.ts';
import { type Draft, hashSession, loadDraft, sealDraft } from '#server/members/draft/draft.ts';
import type { MemberPorts } from '#server/members/ports.ts';
import { HOUR, timestampOf } from '#server/platform/database/timestamp.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import type { FieldError } from '#server/platform/forms/validate-form.ts';
import { makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';

export type SaveDraftAnswer =
  | { readonly outcome: 'saved'; /** For an HttpOnly cookie. */ readonly session: string; readonly draft: Draft }
  | { readonly outcome: 'invalid'; readonly errors: readonly FieldError[] };

/**
 * S3: keeps the first step of the lean flow on the server, for 24 hours from the last change.
 *
 * @param session The cookie's value, `null` for a new visitor; a value that this server does not know gets replaced.
 */
export async function saveDraft(ports: MemberPorts, session: string | null, form: unknown): Promise<SaveDraftAnswer> {
  const checked = validateForm('registration-step-1', form);
  if (!checked.ok) return { outcome: 'invalid', errors: checked.errors };
  flowMachine.next('leanStep1', 'continue');

  const known = session !== null && (await loadDraft(ports, session)) !== null;
  const current = known ? session : makeSingleUseToken(ports.random);
  const hash = hashSession(current);
  const row = {
    email_canonical: readEmail(checked.value.email)?.canonical ?? null,
    content: sealDraft(ports, hash, checked.value),
    updated_at: timestampOf(ports.clock),
    expires_at: timestampOf(ports.clock, ports.settings.draftHours * HOUR),
  };
  await ports.database.db
    .insertInto('registration_drafts')
    .values({ session_hash: hash, ...row })
    .onConflict((conflict) => conflict.column('session_hash').doUpdateSet(row))
    .execute();
  return { outcome: 'saved', session: current, draft: { step: 'leanStep2', values: checked.value } };
}

import type { SaveDraftAnswer, SaveDraftRequest } from '#journeys/registration/server/outcomes.ts';
import { hashSession, loadDraft, sealDraft } from '#server/members/draft/stored-draft.ts';
import type { MemberPorts } from '#server/members/ports.ts';
import { HOUR, timestampOf } from '#server/platform/database/timestamp.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import { makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';

/**
 * S3: keeps the first step of the lean flow on the server, for 24 hours from the last change.
 */
export async function saveDraft(
  ports: MemberPorts,
  { draft, form, network }: SaveDraftRequest,
): Promise<SaveDraftAnswer> {
  const limited = await ports.limits.count({
    action: 'draft',
    network,
    limit: ports.settings.limits.requestsPerNetwork,
  });
  if (!limited.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: limited.retryAfterSeconds };
  const checked = validateForm('registration-step-1', form);
  if (!checked.ok) return { outcome: 'invalid', errors: checked.errors };

  const known = draft !== null && (await loadDraft(ports, draft)) !== null;
  const current = known ? draft : makeSingleUseToken(ports.random);
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
  return { outcome: 'saved', draft: current };
}

import type { FinishDraftAnswer, FinishDraftRequest } from '#journeys/registration/server/outcomes.ts';
import { hashSession, loadDraft } from '#server/members/draft/stored-draft.ts';
import type { CodePorts, MemberPorts } from '#server/members/ports.ts';
import { timestampOf } from '#server/platform/database/timestamp.ts';
import { REPEAT, register } from '#server/members/register/register.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';

/**
 * The last step: joins all of them and registers. A draft that became a registration goes when no repeat of
 * the last step is likely any more: its holder is the only one who gets the answer again.
 */
export async function finishDraft(
  ports: CodePorts,
  { draft: session, step, ...request }: FinishDraftRequest,
): Promise<FinishDraftAnswer> {
  const draft = session === null ? null : await loadDraft(ports, session);
  if (!draft || session === null) return { outcome: 'step-missing' };
  const checked = validateForm(step, request.form);
  if (!checked.ok) return { outcome: 'invalid', errors: checked.errors };

  const form = { ...draft.values, ...checked.value };
  const answer = await register(ports, { ...request, formKey: session, form });
  if (answer.outcome === 'registered') await endDraft(ports, session);
  return answer;
}

async function endDraft(ports: MemberPorts, session: string): Promise<void> {
  const end = timestampOf(ports.clock, REPEAT);
  await ports.database.db
    .updateTable('registration_drafts')
    .set({ expires_at: end })
    .where('session_hash', '=', hashSession(session))
    .where('expires_at', '>', end)
    .execute();
}

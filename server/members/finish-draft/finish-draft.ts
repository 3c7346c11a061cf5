import type { FinishDraftAnswer, FinishDraftRequest } from '#journeys/registration/server/outcomes.ts';
import { flowMachine } from '#server/members/account/registration-machine.ts';
import { hashSession, loadDraft } from '#server/members/draft/stored-draft.ts';
import type { CodePorts, MemberPorts } from '#server/members/ports.ts';
import { register } from '#server/members/register/register.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';

/**
 * The second step: joins both steps and registers. The draft is gone once the person is registered.
 */
export async function finishDraft(
  ports: CodePorts,
  { draft: session, ...request }: FinishDraftRequest,
): Promise<FinishDraftAnswer> {
  const draft = session === null ? null : await loadDraft(ports, session);
  if (!draft || session === null) return { outcome: 'step-missing' };
  const checked = validateForm('registration-step-2', request.form);
  if (!checked.ok) return { outcome: 'invalid', errors: checked.errors };
  flowMachine.next(draft.step, 'finish');

  const answer = await register(ports, { ...request, form: { ...draft.values, ...checked.value } });
  if (answer.outcome === 'registered') await dropDraft(ports, session);
  return answer;
}

async function dropDraft(ports: MemberPorts, session: string): Promise<void> {
  await ports.database.db.deleteFrom('registration_drafts').where('session_hash', '=', hashSession(session)).execute();
}

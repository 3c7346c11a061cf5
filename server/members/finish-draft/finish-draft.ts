import { flowMachine } from '#server/members/account/registration-machine.ts';
import { hashSession, loadDraft } from '#server/members/draft/draft.ts';
import type { MemberPorts } from '#server/members/ports.ts';
import { register } from '#server/members/register/register.ts';
import type { RegisterAnswer, RegisterRequest } from '#server/members/register/register.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';

export type FinishDraftAnswer =
  | RegisterAnswer
  | { /** The second step came without the first (ASVS 5.0.0, 2.3.1). */ readonly outcome: 'step-missing' };

/**
 * The second step: joins both steps and registers. The draft is gone once the person is registered.
 *
 * @param request Its `form` holds the second step only.
 */
export async function finishDraft(
  ports: MemberPorts,
  session: string | null,
  request: RegisterRequest,
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

import type { FormFields } from '#schemas/generated/forms.ts';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import { type StoredDraft, hashSession, loadDraft } from '#journeys/registration/members/draft/stored-draft.ts';
import type { CodePorts, MemberPorts } from '#journeys/registration/members/ports.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import {
  REPEAT,
  register,
  type RegisterResult,
  type RegisterRequest,
} from '#journeys/registration/members/register/register.ts';
import { validateFields } from '#server/platform/forms/validate-form.ts';

/** Its `form` holds the last step only. */
export interface FinishDraftRequest extends RegisterRequest {
  /** Fields of the step's form. */
  readonly fields: FormFields;
  readonly draft: string | null;
}

export type FinishDraftResult =
  | RegisterResult
  /** The last step was sent without those before it (ASVS 5.0.0, 2.3.1). */
  | { readonly outcome: 'step-missing' };

/**
 * The last step: joins all steps and registers. The draft remains for a while after registration, so that a repeat from the same
 * session gets the same answer.
 */
export async function finishDraft(
  ports: CodePorts,
  { draft: session, fields, ...request }: FinishDraftRequest,
): Promise<FinishDraftResult> {
  const draft = session === null ? null : await loadDraft(ports, session);
  if (!draft || session === null) return { outcome: 'step-missing' };
  const checked = validateFields(fields, request.form);
  if (!checked.ok) return { outcome: 'invalid', errors: checked.errors };

  const form = joined(draft.values, checked.value);
  const { questions } = request;
  const given = [...Object.values(draft.answers ?? {}).flat(), ...(questions?.given ?? [])];
  const answer = await register(ports, {
    ...request,
    formKey: session,
    form,
    ...(questions && { questions: { ...questions, given } }),
  });
  if (answer.outcome === 'registered') await endDraft(ports, session);
  return answer;
}

/** The expiry of a generated link belongs to its code, and is dropped if the visitor typed another code. */
function joined({ validityTimestamp, ...earlier }: StoredDraft['values'], last: object): Record<string, unknown> {
  const form: Record<string, unknown> = { ...earlier, ...last };
  const isOther = readCode(form) !== readCode(earlier);
  return validityTimestamp === undefined || isOther ? form : { validityTimestamp, ...form };
}

function readCode({ code }: StoredDraft['values']): string {
  return typeof code === 'string' ? (toCanonicalCode(code) ?? code) : '';
}

async function endDraft(ports: MemberPorts, session: string): Promise<void> {
  const end = getCurrentTimestamp(ports.clock, REPEAT);
  await ports.database.db
    .updateTable('registration_drafts')
    .set({ expires_at: end })
    .where('session_hash', '=', hashSession(session))
    .where('expires_at', '>', end)
    .execute();
}

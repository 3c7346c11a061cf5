import { createHash } from 'node:crypto';
import { HOUR, timestampOf } from '#server/platform/database/timestamp.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import type { FieldError } from '#server/platform/forms/validate-form.ts';
import type { MemberPorts } from '#server/members/ports.ts';
import { register } from '#server/members/register/register.ts';
import type { RegisterAnswer, RegisterRequest } from '#server/members/register/register.ts';
import { flowMachine } from '#server/members/account/registration-machine.ts';
import { makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';
import { seal, unseal } from '#server/platform/tokens/seal.ts';
import type { RegistrationStep1Form } from '#schemas/generated/forms.ts';

/** What the first step left behind; opens the second one. */
export interface Draft {
  readonly step: 'leanStep2';
  readonly values: RegistrationStep1Form;
}

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
    content: seal(ports.secrets.seal, ports.random, `draft/${hash}`, JSON.stringify(checked.value)),
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

/** The open draft of a session; `null` when there is none or its time is over. */
export async function loadDraft(ports: MemberPorts, session: string): Promise<Draft | null> {
  const hash = hashSession(session);
  const row = await ports.database.db
    .selectFrom('registration_drafts')
    .select('content')
    .where('session_hash', '=', hash)
    .where('expires_at', '>', timestampOf(ports.clock))
    .executeTakeFirst();
  if (!row) return null;
  const checked = validateForm(
    'registration-step-1',
    JSON.parse(unseal(ports.secrets.seal, `draft/${hash}`, row.content)),
  );
  return checked.ok ? { step: 'leanStep2', values: checked.value } : null;
}

async function dropDraft(ports: MemberPorts, session: string): Promise<void> {
  await ports.database.db.deleteFrom('registration_drafts').where('session_hash', '=', hashSession(session)).execute();
}

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

const hashSession = (session: string): string => createHash('sha256').update(session).digest('hex');

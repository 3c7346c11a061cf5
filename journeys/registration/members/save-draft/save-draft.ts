import type { Questions } from '#server/forms/questions.ts';
import type { Invalid, StoredReferral, TooMany } from '#journeys/registration/server/outcomes.ts';
import type { CodeError } from '#journeys/registration/decide/facts.ts';
import type { FormFields, LobbyForm } from '#schemas/generated/forms.ts';
import { type StoredDraft, lockDraft, storeDraft } from '#journeys/registration/members/draft/stored-draft.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { checkCode } from '#journeys/registration/members/check-code/check-code.ts';
import type { CodePorts } from '#journeys/registration/members/ports.ts';
import { validateFields } from '#server/platform/forms/validate-form.ts';
import { makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';

export interface SaveDraftRequest {
  /** The visitor's draft, `null` for a new visitor; a value that this server does not know gets replaced. */
  readonly draft: string | null;
  /** Form of the step. */
  readonly step: string;
  /** Its fields. */
  readonly fields: FormFields;
  readonly form: unknown;
  /** For a step that asks for a code. */
  readonly referrer?: string | null;
  readonly storedReferral?: StoredReferral | null;
  readonly network: string;
  /** What its form asks beside. */
  readonly questions?: Questions;
}

export type SaveDraftAnswer =
  /** `draft` opens the next step; for an HttpOnly cookie. */
  | { readonly outcome: 'saved'; readonly draft: string }
  /** The code of this step; nothing is kept. `typed` as in `RegisterAnswer`, `null` while no step has asked for the address. */
  | { readonly outcome: 'refused'; readonly error: CodeError; readonly typed: LobbyForm | null }
  | Invalid
  | TooMany;

/**
 * Keeps a step on the server together with those that were sent before, for 24 hours from the last change (S3). A step that is sent
 * again takes the place of itself, so that a box may be unticked.
 */
export async function saveDraft(
  ports: CodePorts,
  { draft, step, fields, form, network, questions, ...origin }: SaveDraftRequest,
): Promise<SaveDraftAnswer> {
  const limited = await ports.limits.count({
    action: 'draft',
    network,
    limit: ports.settings.limits.requestsPerNetwork,
  });
  if (!limited.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: limited.retryAfterSeconds };
  const checked = validateFields(fields, form);
  if (!checked.ok) return { outcome: 'invalid', errors: checked.errors };
  const values: StoredDraft['values'] = { ...checked.value };
  const judged = await judgeCode(ports, values, { network, ...origin });
  if (judged !== null) return judged;

  return withTransaction(ports.database, async (tx) => {
    const known = draft === null ? null : await lockDraft(ports, tx, draft);
    const current = draft !== null && known !== null ? draft : makeSingleUseToken(ports.random);
    const others = Object.entries(known?.values ?? {}).filter(([field]) => !Object.hasOwn(fields.rules, field));
    await storeDraft(ports, tx, current, {
      values: { ...Object.fromEntries(others), ...values },
      answers: { ...known?.answers, [step]: questions?.given ?? [] },
    });
    return { outcome: 'saved', draft: current };
  });
}

/**
 * What is wrong with the code of a step: it is said where the code is typed, not two pages later (S17). `null` when the step has none, and when
 * it may be used; a landing that is missing is in nobody's way.
 */
async function judgeCode(
  ports: CodePorts,
  { code, email, validityTimestamp }: StoredDraft['values'],
  origin: Pick<SaveDraftRequest, 'network' | 'referrer' | 'storedReferral'>,
): Promise<SaveDraftAnswer | null> {
  if (typeof code !== 'string') return null;
  const link = typeof validityTimestamp === 'string' ? { validityTimestamp } : {};
  const answer = await checkCode(ports, { code, ...link, ...origin });
  if (answer.outcome === 'too-many-requests') return answer;
  if (answer.outcome === 'valid' || answer.error === 'CUSTOMIZATION_MISSING') return null;
  const typed = typeof email === 'string' ? { email, code, ...link } : null;
  return { outcome: 'refused', error: answer.error, typed };
}

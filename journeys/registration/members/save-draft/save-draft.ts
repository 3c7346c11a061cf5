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
  /** The visitor's draft, `null` for a new visitor; an unknown id is replaced. */
  readonly draft: string | null;
  /** Form of the step. */
  readonly step: string;
  /** Its fields. */
  readonly fields: FormFields;
  readonly form: unknown;
  /** For a step with a code. */
  readonly referrer?: string | null;
  readonly storedReferral?: StoredReferral | null;
  readonly network: string;
  /** Additional questions of its form. */
  readonly questions?: Questions;
}

export type SaveDraftResult =
  /** `draft` is the id for the next step, set as an HttpOnly cookie. */
  | { readonly outcome: 'saved'; readonly draft: string }
  /** The step's code was refused and no value was stored. `typed` as in `RegisterResult`, `null` before the step with the address. */
  | { readonly outcome: 'refused'; readonly error: CodeError; readonly typed: LobbyForm | null }
  | Invalid
  | TooMany;

/**
 * Stores a step on the server together with the earlier ones, for 24 hours from the last change (S3). Sending a step again
 * replaces its values, so that a box can be unticked.
 */
export async function saveDraft(
  ports: CodePorts,
  { draft, step, fields, form, network, questions, ...origin }: SaveDraftRequest,
): Promise<SaveDraftResult> {
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
 * Refusal of a step's code, so that it is shown where the code was typed, not two pages later (S17). `null` without a code or with a
 * usable one; a missing landing refuses no step.
 */
async function judgeCode(
  ports: CodePorts,
  { code, email, validityTimestamp }: StoredDraft['values'],
  origin: Pick<SaveDraftRequest, 'network' | 'referrer' | 'storedReferral'>,
): Promise<SaveDraftResult | null> {
  if (typeof code !== 'string') return null;
  const link = typeof validityTimestamp === 'string' ? { validityTimestamp } : {};
  const answer = await checkCode(ports, { code, ...link, ...origin });
  if (answer.outcome === 'too-many-requests') return answer;
  if (answer.outcome === 'valid' || answer.error === 'CUSTOMIZATION_MISSING') return null;
  const typed = typeof email === 'string' ? { email, code, ...link } : null;
  return { outcome: 'refused', error: answer.error, typed };
}

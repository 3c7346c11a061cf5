import type { SaveDraftAnswer, SaveDraftRequest } from '#journeys/registration/server/outcomes.ts';
import { formRules } from '#schemas/generated/forms.ts';
import { lockDraft, storeDraft } from '#server/members/draft/stored-draft.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { MemberPorts } from '#server/members/ports.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import { makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';

/**
 * Keeps a step on the server together with those that were sent before, for 24 hours from the last change (S3). A step that is sent
 * again takes the place of itself, so that a box may be unticked.
 */
export async function saveDraft(
  ports: MemberPorts,
  { draft, step, form, network }: SaveDraftRequest,
): Promise<SaveDraftAnswer> {
  const limited = await ports.limits.count({
    action: 'draft',
    network,
    limit: ports.settings.limits.requestsPerNetwork,
  });
  if (!limited.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: limited.retryAfterSeconds };
  const checked = validateForm(step, form);
  if (!checked.ok) return { outcome: 'invalid', errors: checked.errors };

  return transact(ports.database, async (tx) => {
    const known = draft === null ? null : await lockDraft(ports, tx, draft);
    const current = draft !== null && known !== null ? draft : makeSingleUseToken(ports.random);
    const others = Object.entries(known?.values ?? {}).filter(([field]) => !Object.hasOwn(formRules[step], field));
    await storeDraft(ports, tx, current, { ...Object.fromEntries(others), ...checked.value });
    return { outcome: 'saved', draft: current };
  });
}

import type { FormView } from '#engine/shared/data-view.ts';
import type { DraftSubmissionOutcome } from '#schemas/generated/graphql/resolvers.ts';
import { declareTextInput, defineAdminAction } from '#server/admin/admin-action.ts';
import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { isNote, MAX_NOTE } from '../../../publication-note.ts';
import { PUBLISH_PAGE } from '../../../tools.ts';
import type { SubmissionTools } from '../submit-draft/submit-draft.ts';

const NAME = 'decline-draft';

export function buildDeclineForm(request: AdminRequest, { id }: Draft): FormView {
  const { t } = request;
  return buildFormView(request, {
    action: NAME,
    title: t('submission.decline'),
    text: t('submission.declineText'),
    fields: [{ name: 'reason', label: t('submission.reason'), type: 'textarea', rows: 3, required: true }],
    hidden: { draft: id },
    submit: t('submission.decline'),
    primary: false,
  });
}

/** Declines a submitted draft with a reason (P8). */
export const declineDraft = ({ publications }: SubmissionTools) =>
  defineAdminAction({
    name: NAME,
    permission: 'publish',
    page: PUBLISH_PAGE,
    input: { draft: declareTextInput(64), reason: declareTextInput(MAX_NOTE + 1) },
    run: async ({ draft, reason }, { actor }) =>
      isNote(reason)
        ? publications.declineDraft({ draft, reason: reason.trim(), actor })
        : ({ code: 'INVALID_NOTE' } as const),
    respond: ({ t }, { code }, { draft, reason }): ActionResult => {
      switch (code) {
        case 'DECLINED':
          return { to: PUBLISH_PAGE, query: { draft, done: 'draftDeclined' } };
        case 'INVALID_NOTE':
          return {
            errors: {
              reason:
                reason.trim() === '' ? t('submission.noReason') : t('publish.longNote', { max: t.number(MAX_NOTE) }),
            },
          };
        case 'NOT_SUBMITTED':
          // Its form is gone.
          return { shown: [{ kind: 'note', mark: 'alert', title: t('submission.notWaiting') }] };
      }
    },
    operation: {
      name: 'declineDraft',
      idempotentOutcomes: ['DECLINED'],
      data: ({ code }): DraftSubmissionOutcome => ({ code: code === 'NOT_SUBMITTED' ? 'UNKNOWN' : code }),
    },
  });

import type { FormView } from '#engine/shared/data-view.ts';
import type { DraftSubmissionOutcome } from '#schemas/generated/graphql/resolvers.ts';
import { declareTextInput, defineAdminAction } from '#server/admin/admin-action.ts';
import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { describeFinding } from '../../../finding-rows.ts';
import { MAX_NOTE } from '../../../publication-note.ts';
import { toFinding } from '../../../publication-outcome.ts';
import { buildGoneNote, type ContentTools, PUBLISH_PAGE } from '../../../tools.ts';

const NAME = 'submit-draft';

/** The form that asks publishers to publish a draft. */
export function buildSubmitForm(request: AdminRequest, { id, submission }: Draft): FormView {
  const { t } = request;
  return buildFormView(request, {
    action: NAME,
    title: t('submission.submit'),
    text: t('submission.text'),
    fields: [{ name: 'note', label: t('submission.note'), type: 'textarea', rows: 3 }],
    hidden: { draft: id },
    submit: t(submission === null ? 'submission.submit' : 'submission.again'),
  });
}

/** Submits a draft for approval (P8). */
export const submitDraft = ({ publications }: Pick<SubmissionTools, 'publications'>) =>
  defineAdminAction({
    name: NAME,
    permission: 'author',
    page: PUBLISH_PAGE,
    input: { draft: declareTextInput(64), note: declareTextInput(MAX_NOTE + 1) },
    run: async ({ draft, note }, { actor }) =>
      note.length > MAX_NOTE
        ? ({ code: 'INVALID_NOTE' } as const)
        : publications.submitDraft({ draft, note: note.trim(), actor }),
    respond: (request, outcome, { draft }): ActionResult => {
      const { t } = request;
      switch (outcome.code) {
        case 'SUBMITTED':
          return { to: PUBLISH_PAGE, query: { draft, done: 'draftSubmitted' } };
        case 'INVALID_NOTE':
          return { errors: { note: t('publish.longNote', { max: t.number(MAX_NOTE) }) } };
        case 'REFUSED':
          return {
            errors: {},
            message: `${t('submission.refused')} ${outcome.findings.map(describeFinding).join(' ')}`,
          };
        case 'EMPTY':
          return { errors: {}, message: t('changes.none') };
        case 'NO_DRAFT':
          return { shown: [buildGoneNote(request)] };
      }
    },
    operation: {
      name: 'submitDraft',
      idempotentOutcomes: ['SUBMITTED'],
      data: (outcome): DraftSubmissionOutcome =>
        outcome.code === 'REFUSED'
          ? { code: outcome.code, findings: outcome.findings.map(toFinding) }
          : { code: outcome.code === 'NO_DRAFT' ? 'UNKNOWN' : outcome.code },
    },
  });

/** What submitting and declining need. */
export interface SubmissionTools {
  readonly publications: Pick<ContentTools['publications'], 'submitDraft' | 'declineDraft'>;
}

import type { FormView } from '#engine/shared/data-view.ts';
import type { MutationWithdrawPublicationArgs } from '#schemas/generated/graphql/resolvers.ts';
import { type DeclaredAction, definePreviewedAction } from '#server/admin/admin-action.ts';
import { type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import type { Publications, RevisionSummary } from '#server/site/publications/publications.ts';
import { buildChangesPreview } from '../../../change-table.ts';
import { describeFinding } from '../../../finding-rows.ts';
import { createPublicationMutation, toPublicationOutcome } from '../../../publication-outcome.ts';
import { type ContentTools, HISTORY_PAGE, readContentNames } from '../../../tools.ts';
import { parseRevision } from '../../parse-revision.ts';

export function buildWithdrawRevisionForm(request: AdminRequest, { id }: Pick<RevisionSummary, 'id'>): FormView {
  const { t } = request;
  return buildFormView(request, {
    action: 'preview-withdraw-revision',
    title: t('history.withdraw'),
    text: t('history.withdrawText'),
    hidden: { revision: String(id) },
    submit: t('preview.show'),
    primary: false,
  });
}

/** Withdraws a scheduled publication. */
export const withdrawRevision = ({ publications, read }: ContentTools): DeclaredAction => ({
  ...definePreviewedAction<{ readonly revision: number }>({
    name: 'withdraw-revision',
    permission: 'publish',
    page: HISTORY_PAGE,
    async preview(request, fields) {
      const { t } = request;
      const revision = await publications.readRevision(parseRevision(fields));
      if (revision === null || revision.state !== 'scheduled')
        return { answer: { errors: {}, message: t('history.notScheduled') } };
      const { id, note, goesLiveAt, files } = revision;
      const title = t('history.withdrawPreview', { number: String(id), time: t.moment(goesLiveAt) });
      return {
        state: { revision: id },
        sections: [
          { kind: 'note', mark: 'alert', title, text: note },
          {
            kind: 'table',
            title: t('changes.title'),
            table: buildChangesPreview(request, files, await readContentNames({ read }, request)),
          },
        ],
        form: { submit: t('history.withdraw'), danger: true, hidden: { revision: String(id) } },
      };
    },
    async run(request, _fields, { revision }) {
      const outcome = await publications.withdraw({ revision, actor: requireUser(request).id });
      switch (outcome.code) {
        case 'WITHDRAWN':
          return { to: HISTORY_PAGE, query: { revision: String(revision), done: 'withdrawn' } };
        case 'REFUSED': {
          const reasons = outcome.findings.map(describeFinding).join(' ');
          return { errors: {}, message: `${request.t('history.withdrawRefused')} ${reasons}` };
        }
        case 'NOT_SCHEDULED':
          return null;
      }
    },
  }),
  mutations: { withdrawPublication: withdrawPublicationMutation(publications) },
});

/** The operation for API clients. */
export const withdrawPublicationMutation = (publications: Pick<Publications, 'withdraw'>) =>
  createPublicationMutation<MutationWithdrawPublicationArgs>(async ({ revision }, { actor }) =>
    toPublicationOutcome(await publications.withdraw({ revision, actor })),
  );

import type { FormView } from '#engine/shared/data-view.ts';
import { defineAdminAction, declareTextInput } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { type ContentTools, DRAFTS_PAGE } from '../../../tools.ts';

const NAME = 'revert-file';

/** Reverts the changes of one file in a draft. */
export const revertFile = ({ publications }: ContentTools) =>
  defineAdminAction({
    name: NAME,
    permission: 'author',
    page: DRAFTS_PAGE,
    input: { draft: declareTextInput(100), path: declareTextInput(500) },
    async run({ draft, path }, { actor }) {
      await publications.revertFile({ draft, path, actor });
    },
    respond: (_request, _answer, { draft }) => ({ to: DRAFTS_PAGE, query: { draft, done: 'fileReverted' } }),
  });

export const buildRevertForm = (request: AdminRequest, draft: string, path: string): FormView =>
  buildFormView(request, {
    action: NAME,
    id: `revert-${path}`,
    hidden: { draft, path },
    submit: request.t('draft.revert'),
  });

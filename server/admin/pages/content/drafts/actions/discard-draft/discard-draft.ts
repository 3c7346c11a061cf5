import type { FormView } from '#engine/shared/data-view.ts';
import { type DeclaredAction, definePreviewedAction } from '#server/admin/admin-action.ts';
import { type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { type ContentTools, DRAFTS_PAGE, readContentNames, readFormDraft } from '../../../tools.ts';
import { buildChangesPreview } from '../../../change-table.ts';
import { buildDifferenceSection } from '../../build-difference-section.ts';

/** Discards a draft with all its changes. */
export const discardDraft = (tools: ContentTools): DeclaredAction =>
  definePreviewedAction<{ readonly draft: string; readonly files: readonly string[] }>({
    name: 'discard-draft',
    permission: 'author',
    page: DRAFTS_PAGE,
    async preview(request, fields) {
      const { t } = request;
      const draft = await readFormDraft(tools, fields);
      if (draft === null) return { answer: { to: DRAFTS_PAGE } };
      const title = t('draft.discardPreview', { draft: draft.name });
      return {
        state: { draft: draft.id, files: draft.changes.map(({ path, version }) => `${path} ${version}`) },
        sections: [
          { kind: 'note', mark: 'alert', title, text: t('draft.discardText') },
          buildDifferenceSection(request, draft, await readContentNames(tools, request, draft.id), buildChangesPreview),
        ],
        form: { submit: t('draft.discard'), danger: true, hidden: { draft: draft.id } },
      };
    },
    async run(request, _fields, { draft }) {
      await tools.publications.discardDraft({ draft, actor: requireUser(request).id });
      return { to: DRAFTS_PAGE, query: { draft: '', done: 'draftDiscarded' } };
    },
  });

export function buildDiscardForm(request: AdminRequest, draft: string): FormView {
  const { t } = request;
  return buildFormView(request, {
    action: 'preview-discard-draft',
    title: t('draft.discard'),
    text: t('draft.discardText'),
    hidden: { draft },
    submit: t('preview.show'),
    primary: false,
  });
}

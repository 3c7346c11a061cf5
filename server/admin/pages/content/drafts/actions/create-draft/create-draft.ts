import type { FormView } from '#engine/shared/data-view.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import { type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { CONTENT_PAGE, type ContentTools, DRAFTS_PAGE } from '../../../tools.ts';

/** The action, and the id of its form. */
export const CREATE_DRAFT = 'create-draft';
const MAX_NAME = 120;

/** The form for a new draft; `document` is opened in it afterwards. A form of a document is shown again on the page of all drafts. */
export function buildCreateDraftForm(request: AdminRequest, options: { readonly document?: string } = {}): FormView {
  const { t, refused } = request;
  const sent = refused?.action === CREATE_DRAFT ? refused.values['document'] : undefined;
  const document = options.document ?? sent ?? '';
  return buildFormView(request, {
    action: CREATE_DRAFT,
    title: t('draft.new'),
    fields: [{ name: 'name', label: t('draft.name'), type: 'text', hint: t('draft.nameHint'), required: true }],
    hidden: { document },
    submit: t('draft.create'),
  });
}

/** Creates a draft. */
export function createDraft({ publications }: ContentTools): DeclaredAction {
  return defineFormAction(CREATE_DRAFT, {
    permission: 'author',
    page: DRAFTS_PAGE,
    async run(request, fields) {
      const { t } = request;
      const [name, document] = [fields.text('name'), fields.text('document')];
      if (name === '') return { errors: { name: t('draft.noName') } };
      if (name.length > MAX_NAME) return { errors: { name: t('draft.longName', { max: t.number(MAX_NAME) }) } };
      const { id } = await publications.createDraft({ name, actor: requireUser(request).id });
      const query = { draft: id, done: 'draftCreated' };
      return document === '' ? { to: DRAFTS_PAGE, query } : { to: CONTENT_PAGE, query: { document, ...query } };
    },
  });
}

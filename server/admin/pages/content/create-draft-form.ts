import type { SectionView } from '#engine/shared/data-view.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { formView } from '#server/admin/form.ts';

/** A new draft by its name; `document` is opened in it afterwards. */
export function createDraftForm(request: AdminRequest, { document = '' } = {}): SectionView {
  const { words } = request;
  const form = formView(request, {
    action: 'create-draft',
    title: words('draft.new'),
    fields: [{ name: 'name', label: words('draft.name'), type: 'text', hint: words('draft.nameHint'), required: true }],
    hidden: { document },
    submit: words('draft.create'),
  });
  return { kind: 'form', form: { ...form, primary: false } };
}

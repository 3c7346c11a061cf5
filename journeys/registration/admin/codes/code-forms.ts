import type { FieldView, FormView } from '#engine/base/data-view.ts';
import { formView } from '#server/admin/form.ts';
import { landingName } from '#journeys/registration/admin/link/link.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';

export function createForm(request: AdminRequest): FormView {
  const { words, landings } = request;
  const text = (name: string, more: Partial<FieldView>): FieldView => ({ name, label: '', type: 'text', ...more });
  return formView(request, {
    action: 'create-code',
    title: words('codes.create'),
    submit: words('codes.createSubmit'),
    fields: [
      text('name', { label: words('codes.name'), hint: words('codes.nameHint') }),
      text('code', { label: words('codes.code'), hint: words('codes.codeHint') }),
      { name: 'places', label: words('codes.places'), type: 'number', min: 1, required: true, value: '10' },
      {
        name: 'landing',
        label: words('links.landing'),
        type: 'select',
        value: '',
        options: [
          { value: '', label: words('codes.anyLanding') },
          ...landings.map((id) => ({ value: id, label: landingName(id) })),
        ],
      },
      { name: 'until', label: words('codes.untilDay'), type: 'date', hint: words('codes.untilHint') },
    ],
  });
}

export function balanceForm(request: AdminRequest): FormView {
  const { words } = request;
  return formView(request, {
    action: 'change-balance',
    title: words('codes.change'),
    text: words('codes.changeText'),
    submit: words('codes.changeSubmit'),
    primary: false,
    fields: [
      { name: 'code', label: words('codes.code'), type: 'text', required: true },
      { name: 'places', label: words('codes.placesInAll'), type: 'number', min: 1, required: true },
      { name: 'reason', label: words('codes.reason'), type: 'text', required: true },
    ],
  });
}

export function importForm(request: AdminRequest): FormView {
  const { words } = request;
  return formView(request, {
    action: 'check-codes',
    title: words('import.title'),
    text: words('import.text'),
    submit: words('import.check'),
    primary: false,
    multipart: true,
    fields: [{ name: 'file', label: words('import.file'), type: 'file', required: true, hint: words('import.hint') }],
  });
}

import type { FieldView, FormView } from '#engine/shared/data-view.ts';
import { formView } from '#server/admin/form.ts';
import { landingName } from '#journeys/registration/admin/link/link.ts';
import type { FoundCode } from '#journeys/registration/members/find-codes/find-codes.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';

export function createCodeForm(request: AdminRequest): FormView {
  const { words, landings } = request;
  const text = (name: string, more: Partial<FieldView>): FieldView => ({ name, label: '', type: 'text', ...more });
  return formView(request, {
    action: 'create-code',
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

/** The number of places of one code, as it is now. */
export function balanceForm(request: AdminRequest, { label, issued, active, pending }: FoundCode): FormView {
  const { words } = request;
  const least = active + pending;
  return formView(request, {
    action: 'change-balance',
    title: words('codes.change'),
    text: words('codes.changeText'),
    submit: words('codes.changeSubmit'),
    hidden: { code: label },
    fields: [
      {
        name: 'places',
        label: words('codes.placesInAll'),
        type: 'number',
        min: Math.max(1, least),
        required: true,
        value: String(issued),
        ...(least > 0 && { hint: words('codes.atLeast', { least: words.number(least) }) }),
      },
      { name: 'reason', label: words('codes.reason'), type: 'text', required: true },
    ],
  });
}

export function importForm(request: AdminRequest): FormView {
  const { words } = request;
  return formView(request, {
    action: 'check-codes',
    text: words('import.text'),
    submit: words('import.check'),
    primary: false,
    multipart: true,
    fields: [{ name: 'file', label: words('import.file'), type: 'file', required: true, hint: words('import.hint') }],
  });
}

import type { FormView, SectionView } from '#engine/shared/data-view.ts';
import type { AdminRequest } from './admin-page.ts';

/** Query parameter with the id of the form to open. */
export const OPEN = 'open';

type Asked = Pick<AdminRequest, 'query' | 'refused' | 'actionHref'>;

/** Forms above the list of a page. A form is open when it was refused, was stored during a sign-in, or when the address names it. */
export function buildActions(
  request: Asked,
  actions: readonly { readonly label: string; readonly form: FormView }[],
): SectionView {
  return {
    kind: 'actions',
    actions: actions.map(({ label, form }) => ({
      label,
      form,
      isOpen: isOpen(request, form),
    })),
  };
}

/** The same for forms that have titles: each is the name of its button. */
export const buildTitledActions = (request: Asked, forms: readonly FormView[]): SectionView =>
  buildActions(
    request,
    forms.map(({ title = '', ...form }) => ({ label: title, form })),
  );

function isOpen({ query, refused, actionHref }: Asked, { id, action, hidden, error, fields }: FormView): boolean {
  if (error !== undefined || fields.some((field) => field.error !== undefined)) return true;
  if (refused?.isAnswered === true) return false;
  if (query.get(OPEN) === id) return true;
  if (refused === null || action !== actionHref(refused.action)) return false;
  // The form of the selected rows below the list has the same action and other hidden values.
  const { values } = refused;
  return Object.entries(hidden).every(([name, value]) => (values[name] ?? value) === value);
}

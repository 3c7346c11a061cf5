import type { FormView, SectionView } from '#engine/shared/data-view.ts';
import type { AdminRequest } from './admin-page.ts';

/** Query parameter with the id of the form to open. */
const OPEN = 'open';

/** Forms above the list of a page. A form is open when it was refused or when the address names it. */
export function buildActions(
  { query }: Pick<AdminRequest, 'query'>,
  actions: readonly { readonly label: string; readonly form: FormView }[],
): SectionView {
  return {
    kind: 'actions',
    actions: actions.map(({ label, form }) => ({
      label,
      form,
      isOpen: isRefused(form) || query.get(OPEN) === form.id,
    })),
  };
}

const isRefused = ({ error, fields }: FormView): boolean =>
  error !== undefined || fields.some((field) => field.error !== undefined);

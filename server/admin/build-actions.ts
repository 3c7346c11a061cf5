import type { FormView, SectionView } from '#engine/shared/data-view.ts';
import type { AdminRequest } from './admin-page.ts';

/** Parameter of an address that opens one of these forms, by its id. */
const OPEN = 'open';

/** What a page is for, above its list. A form is open that was refused, or that the address names. */
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

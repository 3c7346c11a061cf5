import type { FieldView } from '#engine/shared/data-view.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { type Content, readPageTitle } from '../model/content.ts';
import { listDestinations } from '../model/redirects.ts';

/** A select of pages as redirect target, with an option for none. */
export function buildDestinationField(
  request: AdminRequest,
  content: Content,
  { label, none, not }: { readonly label: string; readonly none: string; readonly not?: string },
): FieldView {
  const options = listDestinations(content, not).map(({ id, address }) => ({
    value: id,
    label: `${address} · ${readPageTitle(content, id, request.locale) ?? id}`,
  }));
  return { name: 'destination', label, type: 'select', options: [{ value: '', label: none }, ...options] };
}

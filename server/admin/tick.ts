import type { CellView } from '#engine/shared/data-view.ts';
import type { AdminRequest } from './admin-page.ts';

/** The box of a row in a list; one that was ticked in a form that was refused stays ticked. @param what the row is about */
export const tickFor = (
  { words, refused }: AdminRequest,
  name: string,
  what: string,
): NonNullable<CellView['tick']> => ({
  name,
  isOn: refused?.values[name] === 'on',
  label: words('select.row', { what }),
});

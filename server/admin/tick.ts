import type { CellView } from '#engine/shared/data-view.ts';
import type { AdminRequest } from './admin-page.ts';

/** The checkbox of a row; checked again after a refusal. @param what subject of the row */
export const buildTick = ({ t, refused }: AdminRequest, name: string, what: string): NonNullable<CellView['tick']> => ({
  name,
  isOn: refused?.values[name] === 'on',
  label: t('select.row', { what }),
});

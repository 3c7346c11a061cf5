import type { LineView } from '#engine/shared/data-view.ts';
import { toEpoch } from '#engine/shared/wall-time.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { DAY } from '#server/platform/database/timestamp.ts';
import type { StaffTranslator } from './staff-translator.ts';

/** Days of a line chart on the dashboard; the last one is yesterday. */
export const LINE_DAYS = 14;

const WIDTH = 100;
const HEIGHT = 24;

/** Starts of the last days and of today in the time zone of the site, oldest first; days have 23 to 25 hours. */
export function listDayStarts(now: number): readonly number[] {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_ZONE }).format(now);
  return Array.from({ length: LINE_DAYS + 1 }, (_, index) => {
    const back = (LINE_DAYS - index) * DAY;
    const date = new Date(Date.parse(`${today}T00:00:00Z`) - back).toISOString().slice(0, 10);
    return toEpoch(`${date}T00:00`, SHOP_ZONE);
  });
}

/** Counts per day as a line from 0 to the highest one, and the same as text. */
function drawLine(t: StaffTranslator, counts: readonly number[]): LineView {
  const highest = Math.max(...counts);
  const x = (index: number): number => Math.round((WIDTH * index) / Math.max(1, counts.length - 1));
  const y = (count: number): number => Math.round(HEIGHT - (HEIGHT * count) / Math.max(1, highest));
  const [last = 0] = counts.slice(-1);
  const known = { days: counts.length, lowest: Math.min(...counts), highest, last };
  const figures = Object.fromEntries(Object.entries(known).map(([name, value]) => [name, t.number(value)]));
  return {
    path: counts.map((count, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(count)}`).join(''),
    description: t('figures.line', figures),
  };
}

/** A row of the dashboard: yesterday, the day before, the difference, and the line. */
export const buildFigureRow = (t: StaffTranslator, label: string, counts: readonly number[]) => {
  const [dayBefore = 0, day = 0] = counts.slice(-2);
  return {
    label,
    values: [t.number(day), t.number(dayBefore), t.difference(day - dayBefore)],
    line: drawLine(t, counts),
  };
};

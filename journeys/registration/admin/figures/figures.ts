import { wallTimeToEpoch } from '#engine/base/wall-time.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import type { FiguresSource } from '#server/admin/pages/dashboard/dashboard.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import { DAY } from '#server/platform/database/timestamp.ts';
import type { Clock } from '#server/platform/ports.ts';

export interface FiguresPorts {
  readonly clock: Clock;
  readonly members: Pick<Members, 'readFigures'>;
}

/** How many came yesterday, beside the day before. */
export const createFiguresSource = ({ clock, members }: FiguresPorts): FiguresSource => ({
  permissions: ['invitations', 'results'],
  async look({ words }) {
    const days = beginnings(clock.now());
    const [dayBefore, day] = days;
    const figures = await members.readFigures({ days });
    return {
      what: words('figures.what'),
      columns: [words.shortDay(day), words.shortDay(dayBefore), words('figures.change')],
      rows: figures.map(({ name, ...count }) => ({
        label: words(`figures.${name}`),
        values: [words.number(count.day), words.number(count.dayBefore), words.difference(count.day - count.dayBefore)],
      })),
      text: words('figures.calendar'),
    };
  },
});

/** Where the day before yesterday, yesterday and today begin on the shop's calendar, whose days have 23 to 25 hours. */
function beginnings(now: number): readonly [number, number, number] {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_ZONE }).format(now);
  const at = (back: number): number => {
    const date = new Date(Date.parse(`${today}T00:00:00Z`) - back * DAY).toISOString().slice(0, 10);
    return wallTimeToEpoch(`${date}T00:00`, SHOP_ZONE);
  };
  return [at(2), at(1), at(0)];
}

import type { FigureRowView, FiguresView, ItemView } from '#engine/shared/data-view.ts';
import type { Clock } from '#server/platform/ports.ts';
import type { Permission } from '#server/staff/permissions.ts';
import { listDayStarts, LINE_DAYS } from '../../figures.ts';
import { type AdminRequest, requireUser, type AdminPage, buildViewQuery } from '../../admin-page.ts';

/** An item under "needs attention": `now` is urgent, `today` can wait until this evening. */
export interface Attention {
  readonly urgency: 'now' | 'today';
  readonly item: ItemView;
}

export interface AttentionSource {
  readonly permission: Permission;
  look(request: AdminRequest): Promise<readonly Attention[]>;
}

/** Counts of the last days, shown with one of these permissions. */
export interface FiguresSource {
  readonly permissions: readonly Permission[];
  /** @param days see `listDayStarts` */
  look(request: AdminRequest, days: readonly number[]): Promise<readonly FigureRowView[]>;
}

/** Upcoming events that documents define. */
export interface ComingSource {
  readonly permission: Permission;
  look(request: AdminRequest): readonly { readonly label: string; readonly value: string }[];
}

/** The dashboard: items that the user may act on, and what happened yesterday. */
export function createDashboardPage(
  sources: readonly AttentionSource[],
  figures: readonly FiguresSource[],
  coming: ComingSource,
  clock: Clock,
): AdminPage {
  return {
    queries: {
      start: buildViewQuery('enter', async (request) => {
        const { name, permissions } = requireUser(request);
        const { t } = request;
        const mine = sources.filter(({ permission }) => permissions.includes(permission));
        const known = figures.filter((source) => source.permissions.some((each) => permissions.includes(each)));
        const days = listDayStarts(clock.now());
        const [found, rows] = await Promise.all([
          Promise.all(mine.map((source) => source.look(request))),
          Promise.all(known.map((source) => source.look(request, days))),
        ]);
        const all = found.flat();
        const yesterday =
          rows.flat().length === 0
            ? []
            : [
                {
                  kind: 'figures' as const,
                  title: t('start.yesterday'),
                  figures: buildFiguresView(request, rows.flat(), days),
                },
              ];
        const facts = permissions.includes(coming.permission) ? coming.look(request) : [];
        const next = facts.length === 0 ? [] : [{ kind: 'facts' as const, title: t('start.coming'), facts }];
        const list = (urgency: Attention['urgency']) => {
          const items = all.filter((attention) => attention.urgency === urgency).map(({ item }) => item);
          return items.length === 0 ? [] : [{ kind: 'items' as const, title: t(`start.${urgency}`), items }];
        };
        const beside = [...yesterday, ...next];
        const calm = { kind: 'note' as const, mark: 'on' as const, title: t('start.calm') };
        return {
          lede: t('start.hello', { name, day: t.longDay(clock.now()) }),
          sections: [
            ...(all.length === 0 ? [calm] : [...list('now'), ...list('today')]),
            ...(beside.length === 0 ? [] : [{ kind: 'pair' as const, sections: beside }]),
          ],
        };
      }),
    },
  };
}

function buildFiguresView({ t }: AdminRequest, rows: readonly FigureRowView[], days: readonly number[]): FiguresView {
  const [dayBefore = 0, day = 0] = days.slice(-3, -1);
  return {
    what: t('figures.what'),
    columns: [t.shortDay(day), t.shortDay(dayBefore), t('figures.change')],
    over: t('figures.days', { days: t.number(LINE_DAYS) }),
    rows,
    text: t('figures.calendar'),
  };
}

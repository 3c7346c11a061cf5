import type { FiguresView, ItemView } from '#engine/base/data-view.ts';
import type { Permission } from '#server/staff/permissions.ts';
import { type AdminRequest, requireUser, type AdminPage, viewQuery } from '../../admin-page.ts';

/** What needs attention, on the dashboard: `now` cannot wait, `today` can until this evening. */
export interface Attention {
  readonly urgency: 'now' | 'today';
  readonly item: ItemView;
}

export interface AttentionSource {
  readonly permission: Permission;
  look(request: AdminRequest): Promise<readonly Attention[]>;
}

/** Figures of yesterday, for anyone who has one of these permissions. */
export interface FiguresSource {
  readonly permissions: readonly Permission[];
  look(request: AdminRequest): Promise<FiguresView>;
}

/** What comes next, of what the documents name. */
export interface ComingSource {
  readonly permission: Permission;
  look(request: AdminRequest): readonly { readonly label: string; readonly value: string }[];
}

/** What needs attention, and what happened yesterday, as far as the person who is signed in may do something about it. */
export function dashboardPage(
  sources: readonly AttentionSource[],
  figures: readonly FiguresSource[],
  coming: ComingSource,
): AdminPage {
  return {
    queries: {
      start: viewQuery('enter', async (request) => {
        const { name, permissions } = requireUser(request);
        const { words } = request;
        const mine = sources.filter(({ permission }) => permissions.includes(permission));
        const known = figures.filter((source) => source.permissions.some((each) => permissions.includes(each)));
        const [found, days] = await Promise.all([
          Promise.all(mine.map((source) => source.look(request))),
          Promise.all(known.map((source) => source.look(request))),
        ]);
        const all = found.flat();
        const yesterday = days.map((day) => ({
          kind: 'figures' as const,
          title: words('start.yesterday'),
          figures: day,
        }));
        const facts = permissions.includes(coming.permission) ? coming.look(request) : [];
        const next = facts.length === 0 ? [] : [{ kind: 'facts' as const, title: words('start.coming'), facts }];
        const list = (urgency: Attention['urgency']) => {
          const items = all.filter((attention) => attention.urgency === urgency).map(({ item }) => item);
          return items.length === 0 ? [] : [{ kind: 'items' as const, title: words(`start.${urgency}`), items }];
        };
        const beside = [...yesterday, ...next];
        const calm = { kind: 'note' as const, mark: 'on' as const, title: words('start.calm') };
        return {
          lede: words('start.hello', { name }),
          sections: [
            ...(all.length === 0 ? [calm] : [...list('now'), ...list('today')]),
            ...(beside.length === 0 ? [] : [{ kind: 'pair' as const, sections: beside }]),
          ],
        };
      }),
    },
  };
}

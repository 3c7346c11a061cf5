import type { Attention, AttentionSource } from '#server/admin/pages/dashboard/dashboard.ts';
import type { CountSource } from '#server/admin/menu/menu.ts';
import { requireUser } from '#server/admin/admin-page.ts';
import { DRAFTS_PAGE, HISTORY_PAGE, PUBLISH_PAGE, type ContentTools } from './tools.ts';

const MAX_NAMED = 3;
const named = (drafts: readonly { readonly name: string }[]): string =>
  drafts
    .slice(0, MAX_NAMED)
    .map(({ name }) => name)
    .join(', ');

/** Drafts of the user. */
export const createDraftsAttention = ({ publications }: ContentTools): AttentionSource => ({
  permission: 'author',
  async look(request) {
    const { t, href } = request;
    const { id } = requireUser(request);
    const own = (await publications.listDrafts()).filter(({ createdBy }) => createdBy === id);
    if (own.length === 0) return [];
    const link = { label: t('start.look'), href: href(DRAFTS_PAGE) };
    const title = t('start.drafts', { count: t.number(own.length) });
    return [
      {
        urgency: 'today',
        item: { mark: 'half', state: t('content.state.drafted'), title, text: named(own), link },
      },
    ];
  },
});

/** Drafts that colleagues submitted, and scheduled publications. */
export const createPublicationsAttention = ({ publications }: ContentTools): AttentionSource => ({
  permission: 'publish',
  async look(request) {
    const { t, href } = request;
    const { id } = requireUser(request);
    const [drafts, { revisions }] = await Promise.all([
      publications.listDrafts(),
      publications.listRevisions({ limit: 50, offset: 0 }),
    ]);
    const ready = drafts.filter(({ files, createdBy }) => files > 0 && createdBy !== id);
    const scheduled = revisions
      .filter(({ state }) => state === 'scheduled')
      .toSorted((one, other) => one.goesLiveAt - other.goesLiveAt);
    const [next] = scheduled;
    const items: readonly Attention[] = [
      ...(ready.length === 0
        ? []
        : [
            {
              urgency: 'today' as const,
              item: {
                mark: 'half' as const,
                state: t('start.toPublish'),
                title: t('start.draftsReady', { count: t.number(ready.length) }),
                text: named(ready),
                link: { label: t('start.look'), href: href(PUBLISH_PAGE) },
              },
            },
          ]),
      ...(next === undefined
        ? []
        : [
            {
              urgency: 'today' as const,
              item: {
                mark: 'wait' as const,
                state: t('history.scheduled'),
                title: t('start.scheduled', { count: t.number(scheduled.length) }),
                text: t('start.next', { time: t.moment(next.goesLiveAt) }),
                link: { label: t('start.look'), href: href(HISTORY_PAGE, { revision: String(next.id) }) },
              },
            },
          ]),
    ];
    return items;
  },
});

/** Count of drafts of colleagues that wait for publication. */
export const createDraftsCount = ({ publications }: ContentTools): CountSource => ({
  permission: 'publish',
  async count({ id }) {
    const drafts = await publications.listDrafts();
    return { [PUBLISH_PAGE]: drafts.filter(({ files, createdBy }) => files > 0 && createdBy !== id).length };
  },
});

import type { Attention, AttentionSource } from '#server/admin/pages/dashboard/dashboard.ts';
import type { CountSource } from '#server/admin/menu/menu.ts';
import { requireUser } from '#server/admin/admin-page.ts';
import { isWaiting } from './publish/submission.ts';
import { DRAFTS_PAGE, HISTORY_PAGE, PUBLISH_PAGE, type ContentTools } from './tools.ts';

const MAX_NAMED = 3;
const named = (drafts: readonly { readonly name: string }[]): string =>
  drafts
    .slice(0, MAX_NAMED)
    .map(({ name }) => name)
    .join(', ');

/** Drafts of the user, each declined one with the reason. */
export const createDraftsAttention = ({ publications }: ContentTools): AttentionSource => ({
  permission: 'author',
  async look(request) {
    const { t, href } = request;
    const { id } = requireUser(request);
    const own = (await publications.listDrafts()).filter(({ createdBy }) => createdBy === id);
    const declined = own.filter(({ submission }) => submission?.declined);
    const others = own.filter((draft) => !declined.includes(draft));
    const link = { label: t('start.look'), href: href(DRAFTS_PAGE) };
    const title = t('start.drafts', { count: t.number(others.length) });
    return [
      ...declined.map(({ id: draft, name, submission }): Attention => ({
        urgency: 'now',
        item: {
          mark: 'stop',
          state: t('submission.declined'),
          title: name,
          text: submission?.declined?.reason ?? '',
          link: { label: t('start.look'), href: href(DRAFTS_PAGE, { draft }) },
        },
      })),
      ...(others.length === 0
        ? []
        : [
            {
              urgency: 'today' as const,
              item: { mark: 'half' as const, state: t('content.state.drafted'), title, text: named(others), link },
            },
          ]),
    ];
  },
});

/** Drafts that wait for approval, and scheduled publications. */
export const createPublicationsAttention = ({ publications }: ContentTools): AttentionSource => ({
  permission: 'publish',
  async look(request) {
    const { t, href } = request;
    const [drafts, { revisions }] = await Promise.all([
      publications.listDrafts(),
      publications.listRevisions({ limit: 50, offset: 0 }),
    ]);
    const ready = drafts.filter(isWaiting);
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
                mark: 'wait' as const,
                state: t('start.toPublish'),
                title: t('submission.waitingCount', { count: t.number(ready.length) }),
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

/** Count of drafts that wait for approval. */
export const createDraftsCount = ({ publications }: ContentTools): CountSource => ({
  permission: 'publish',
  async count() {
    return { [PUBLISH_PAGE]: (await publications.listDrafts()).filter(isWaiting).length };
  },
});

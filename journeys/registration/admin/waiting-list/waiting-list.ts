import { parseWholeNumber } from '#engine/base/parse-number.ts';
import type { SectionView } from '#engine/base/data-view.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import { formView } from '#server/admin/form.ts';
import { previewed } from '#server/admin/preview.ts';
import {
  addressFor,
  listState,
  masked,
  MAX_FILE_ROWS,
  buildPager,
  sortColumn,
  stateViews,
} from '#server/admin/list.ts';
import { type AdminRequest, requireUser, type AdminPage, viewQuery } from '#server/admin/admin-page.ts';
import type { AttentionSource } from '#server/admin/pages/dashboard/dashboard.ts';
import type { ReleaseProgress } from '#journeys/registration/members/read-release/read-release.ts';
import { memberTopics } from '#journeys/registration/members/topics.ts';
import { waitingOperations } from './waiting-operations.ts';

export interface WaitingListPorts {
  readonly members: Pick<Members, 'listWaiting' | 'readRelease' | 'releaseInvitations' | 'countWaiting'>;
}

const PAGE = '/admin/waitinglist';
const MAX = 1_000;
const states = ['joined', 'invited'] as const;

/** Whom a staff user agreed to invite. */
type Release = readonly { readonly id: string; readonly locale: string }[];

/** The waiting list, and invitations for its first entries (B10). */
export function waitingListPage({ members }: WaitingListPorts): AdminPage {
  const { preview, run } = previewed<Release>({
    name: 'release',
    permission: 'invitations',
    page: PAGE,
    requiresReauth: true,
    async preview(request, fields) {
      const { words } = request;
      const count = countIn(fields.text('count'));
      if (count === null)
        return { answer: { errors: { count: words('waiting.countWrong', { most: words.number(MAX) }) } } };
      const asked = { state: 'joined', newestFirst: false, offset: 0, limit: count } as const;
      const { waiting, total } = await members.listWaiting(asked);
      const [first] = waiting;
      const last = waiting.at(-1);
      if (first === undefined || last === undefined) return { answer: { errors: { count: words('waiting.nobody') } } };
      return {
        state: waiting.map(({ id, locale }) => ({ id, locale })),
        sections: [
          {
            kind: 'facts',
            title: words('waiting.preview'),
            facts: [
              { label: words('waiting.invited'), value: words.number(waiting.length) },
              { label: words('waiting.joinedFrom'), value: words.moment(first.joined_at) },
              { label: words('waiting.joinedTo'), value: words.moment(last.joined_at) },
              { label: words('waiting.languages'), value: countLanguages(request, waiting) },
              { label: words('waiting.left'), value: words.number(total - waiting.length) },
            ],
          },
        ],
        form: {
          submit: words('waiting.release', { count: words.number(waiting.length) }),
          text: words('waiting.releaseText'),
          hidden: { count: String(waiting.length) },
        },
      };
    },
    async run(request, fields, entries) {
      const { words } = request;
      const only = entries.map(({ id }) => id);
      const answer = await members.releaseInvitations({
        count: only.length,
        only,
        actor: requireUser(request).id,
        idempotencyKey: fields.key,
      });
      // Another release has taken one of them between the look and this one.
      if (answer.outcome === 'released' && answer.released === 0) return null;
      if (answer.outcome === 'released') return { to: PAGE, query: { done: 'released', n: String(answer.released) } };
      return { errors: {}, message: words(answer.outcome === 'key-reused' ? 'form.stale' : 'waiting.notPossible') };
    },
  });
  return {
    queries: {
      'waiting-list': viewQuery(
        'invitations',
        async (request) => {
          const state = stateIn(request.query);
          const list = listState(request, ['joined'], { order: 'joined', descending: false });
          const found = await members.listWaiting({ ...list, state, newestFirst: list.descending });
          const form =
            state === 'joined' && found.total > 0 ? [{ kind: 'form' as const, form: releaseForm(request) }] : [];
          const table = waitingTable(request, state, list, found);
          const progress = progressSection(request, await members.readRelease());
          return { sections: [...progress, ...form, { kind: 'table', table }] };
        },
        memberTopics.waitingList,
      ),
    },
    actions: { 'preview-release': preview, release: run },
    downloads: {
      'waiting-list': {
        permission: 'invitations',
        async load(request) {
          const state = stateIn(request.query);
          const { waiting } = await members.listWaiting({
            state,
            newestFirst: false,
            offset: 0,
            limit: MAX_FILE_ROWS,
          });
          const header = ['address', 'joined', 'language', 'country', 'invited'];
          const rows = waiting.map(({ email, joined_at, locale, country, invited_at }) => [
            addressFor(request, email),
            joined_at,
            locale,
            country ?? '',
            invited_at ?? '',
          ]);
          return { name: `waiting-list-${state}.csv`, rows: [header, ...rows] };
        },
      },
    },
    operations: waitingOperations(members),
  };
}

/** How many mails are in which language. */
function countLanguages({ words, locale }: AdminRequest, waiting: readonly { readonly locale: string }[]): string {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const counts = Map.groupBy(waiting, (entry) => entry.locale);
  return [...counts].map(([each, entries]) => `${names.of(each) ?? each}: ${words.number(entries.length)}`).join(', ');
}

/** How far the mails of the last releases have come. */
function progressSection(
  { words, href }: AdminRequest,
  { released, sent, dead, queued }: ReleaseProgress,
): readonly SectionView[] {
  if (released === 0) return [];
  const figures = { sent: words.number(sent), released: words.number(released) };
  const progress = {
    title: words('waiting.progress'),
    done: sent,
    all: released,
    text: words('waiting.progressText', figures),
    facts: [
      { label: words('waiting.sent'), value: figures.sent },
      { label: words('waiting.queued'), value: words.number(queued) },
      { label: words('waiting.dead'), value: words.number(dead) },
    ],
    isOver: queued === 0,
    again: { label: words('waiting.again'), href: href(PAGE) },
  };
  return [{ kind: 'progress', progress }];
}

/** How many wait, and since when. */
export const waitingAttention = ({ members }: WaitingListPorts): AttentionSource => ({
  permission: 'invitations',
  async look({ words, href }) {
    const { total, longest } = await members.listWaiting({ state: 'joined', newestFirst: false, offset: 0, limit: 1 });
    if (longest === null) return [];
    return [
      {
        urgency: 'today',
        item: {
          mark: 'wait',
          state: words('start.waits'),
          title: words('start.waiting', { count: words.number(total) }),
          text: words('start.since', { time: words.moment(longest) }),
          link: { label: words('start.release'), href: href(PAGE) },
        },
      },
    ];
  },
});

const stateIn = (query: URLSearchParams): (typeof states)[number] =>
  states.find((each) => each === query.get('state')) ?? 'joined';

function countIn(typed: string): number | null {
  const count = parseWholeNumber(typed);
  return count >= 1 && count <= MAX ? count : null;
}

function releaseForm(request: AdminRequest) {
  const { words } = request;
  return formView(request, {
    action: 'preview-release',
    title: words('waiting.title'),
    text: words('waiting.text'),
    submit: words('preview.show'),
    fields: [
      { name: 'count', label: words('waiting.count'), type: 'number', min: 1, max: MAX, required: true, value: '10' },
    ],
  });
}

type Found = Awaited<ReturnType<WaitingListPorts['members']['listWaiting']>>;

function waitingTable(
  request: AdminRequest,
  state: (typeof states)[number],
  list: ReturnType<typeof listState<'joined'>>,
  { waiting, total }: Found,
) {
  const { words } = request;
  return {
    caption: words('waiting.caption'),
    views: stateViews(request, states, state, (each) => words(`waiting.${each}`)),
    columns: [
      { label: words('person.email') },
      sortColumn(request, list, 'joined', { label: words('waiting.since') }),
      { label: words('person.language') },
      { label: words('person.country') },
      ...(state === 'invited' ? [{ label: words('waiting.invitedAt') }] : []),
    ],
    rows: waiting.map((entry) => ({
      key: entry.id,
      cells: [
        { text: masked(entry.email) },
        { text: words.moment(entry.joined_at) },
        { text: entry.locale.toUpperCase() },
        { text: entry.country ?? '–' },
        ...(state === 'invited' ? [{ text: entry.invited_at === null ? '–' : words.moment(entry.invited_at) }] : []),
      ],
    })),
    empty: { title: words('waiting.none'), text: words('waiting.noneText') },
    pager: buildPager(request, list, total),
    downloads: [{ label: words('list.download'), href: request.fileHref('waiting-list', { state }) }],
  };
}

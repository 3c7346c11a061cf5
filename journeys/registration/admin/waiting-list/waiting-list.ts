import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import type { SectionView, TableView } from '#engine/shared/data-view.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import { buildActions } from '#server/admin/build-actions.ts';
import { formView } from '#server/admin/form.ts';
import { type Preview, previewed } from '#server/admin/preview.ts';
import {
  addressFor,
  maskEmail,
  MAX_FILE_ROWS,
  buildPagerBeside,
  type PageState,
  readPageState,
  sortColumn,
  stateViews,
} from '#server/admin/list.ts';
import {
  type Action,
  type ActionResult,
  type AdminRequest,
  requireUser,
  type AdminPage,
  viewQuery,
} from '#server/admin/admin-page.ts';
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

/** What the names of boxes begin with. */
const TICK = 'waiting-';
const MAX_FOUND = 50;

/** Whom a staff user agreed to invite. */
type Release = readonly { readonly id: string; readonly locale: string }[];

/** The waiting list, and invitations for its first entries (B10). */
export function waitingListPage({ members }: WaitingListPorts): AdminPage {
  const { preview, run } = previewed<Release>({
    name: 'release',
    permission: 'invitations',
    page: PAGE,
    requiresReauth: true,
    async preview(request, fields): Promise<Preview<Release> | { readonly answer: ActionResult }> {
      const { words } = request;
      const chosen = fields.ticked(TICK);
      if (chosen.length === 0 && fields.text('chosen') !== '')
        return { answer: { errors: {}, message: words('waiting.choose') } };
      const count = chosen.length > 0 ? chosen.length : countIn(fields.text('count'));
      if (count === null || count > MAX)
        return { answer: { errors: { count: words('waiting.countWrong', { most: words.number(MAX) }) } } };
      const asked = { state: 'joined', newestFirst: false, limit: count } as const;
      const { waiting } = await members.listWaiting({ ...asked, ...(chosen.length > 0 && { ids: chosen }) });
      const { total } = await members.listWaiting({ ...asked, limit: 1 });
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
          hidden:
            chosen.length > 0
              ? Object.fromEntries(waiting.map(({ id }) => [`${TICK}${id}`, 'on']))
              : { count: String(waiting.length) },
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
  const find: Action = {
    permission: 'invitations',
    page: PAGE,
    repeatable: true,
    async run(request, fields) {
      const { words } = request;
      const search = fields.text('search');
      const found = await Promise.all(
        states.map((state) =>
          members.listWaiting({ state, search, newestFirst: false, limit: MAX_FOUND, countUpTo: MAX_FOUND }),
        ),
      );
      const rows = found.flatMap(({ waiting }, index) =>
        waiting.map((entry) => buildFoundRow(request, entry, states[index] ?? 'joined')),
      );
      if (search.trim() === '' || rows.length === 0) return { errors: { search: words('waiting.notFound') } };
      return { shown: [{ kind: 'table', title: words('waiting.found'), table: buildFoundTable(request, rows) }] };
    },
  };
  return {
    queries: {
      'waiting-list': viewQuery(
        'invitations',
        async (request) => {
          const state = stateIn(request.query);
          const list = readPageState(request, ['joined'], { order: 'joined', descending: false });
          const found = await members.listWaiting({ ...list, state, newestFirst: list.descending });
          const { words } = request;
          const canInvite = state === 'joined' && found.total > 0;
          const actions = buildActions(request, [
            ...(canInvite ? [{ label: words('waiting.title'), form: releaseForm(request) }] : []),
            { label: words('waiting.find'), form: buildFindForm(request) },
          ]);
          const table = waitingTable(request, state, list, found);
          const progress = progressSection(request, await members.readRelease());
          return { lead: [actions], sections: [...progress, { kind: 'table', table }] };
        },
        memberTopics.waitingList,
      ),
    },
    actions: {
      'preview-release': preview,
      release: run,
      'find-waiting': find,
    },
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
    // Apart from the form of the list, whose mistakes are its own.
    hidden: { chosen: '' },
    text: words('waiting.text'),
    submit: words('preview.show'),
    fields: [
      { name: 'count', label: words('waiting.count'), type: 'number', min: 1, max: MAX, required: true, value: '10' },
    ],
  });
}

function buildFindForm(request: AdminRequest) {
  const { words } = request;
  return formView(request, {
    action: 'find-waiting',
    submit: words('list.search'),
    fields: [{ name: 'search', label: words('waiting.part'), type: 'text', required: true, autocomplete: 'off' }],
  });
}

type Found = Awaited<ReturnType<WaitingListPorts['members']['listWaiting']>>;

/** A person on the list who was searched for, to be invited alone. */
function buildFoundRow(
  request: AdminRequest,
  { id, email, joined_at, invited_at }: Found['waiting'][number],
  state: (typeof states)[number],
): TableView['rows'][number] {
  const { words } = request;
  const invite = formView(request, {
    action: 'preview-release',
    id: `invite-${id}`,
    submit: words('waiting.invite'),
    hidden: { chosen: 'yes', [`${TICK}${id}`]: 'on' },
  });
  return {
    key: id,
    cells: [
      { text: maskEmail(email) },
      { text: words.moment(joined_at) },
      state === 'joined'
        ? { text: words('waiting.joined'), mark: 'wait' }
        : { text: words('waiting.invited'), mark: 'on', ...(invited_at !== null && { sub: words.moment(invited_at) }) },
      { text: '', ...(state === 'joined' && { forms: [invite] }) },
    ],
  };
}

function buildFoundTable({ words }: AdminRequest, rows: TableView['rows']): TableView {
  return {
    caption: words('waiting.found'),
    columns: [
      { label: words('person.email') },
      { label: words('waiting.since') },
      { label: words('codes.state') },
      { label: words('list.action') },
    ],
    rows,
    empty: { title: words('list.notFound'), text: words('list.notFoundText') },
  };
}

function waitingTable(
  request: AdminRequest,
  state: (typeof states)[number],
  list: PageState<'joined'>,
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
        {
          text: maskEmail(entry.email),
          ...(state === 'joined' && {
            tick: {
              name: `${TICK}${entry.id}`,
              isOn: request.refused?.values[`${TICK}${entry.id}`] === 'on',
              label: words('waiting.tick', { to: maskEmail(entry.email) }),
            },
          }),
        },
        { text: words.moment(entry.joined_at) },
        { text: entry.locale.toUpperCase() },
        { text: entry.country ?? '–' },
        ...(state === 'invited' ? [{ text: entry.invited_at === null ? '–' : words.moment(entry.invited_at) }] : []),
      ],
    })),
    empty: { title: words('waiting.none'), text: words('waiting.noneText') },
    pager: buildPagerBeside(
      request,
      list,
      total,
      waiting.map(({ id, joined_at: value }) => ({ value, id })),
    ),
    ...(state === 'joined' && {
      chosen: formView(request, {
        action: 'preview-release',
        id: 'release-chosen',
        submit: words('waiting.inviteChosen'),
        hidden: { chosen: 'yes' },
      }),
    }),
    downloads: [{ label: words('list.download'), href: request.fileHref('waiting-list', { state }) }],
  };
}

import type { SectionView } from '#engine/shared/data-view.ts';
import { getWaitingPosition, type Waiting } from '#journeys/registration/members/list-waiting/list-waiting.ts';
import type { ReleaseProgress } from '#journeys/registration/members/read-release/read-release.ts';
import { memberTopics } from '#journeys/registration/members/topics.ts';
import { adminActions } from '#schemas/generated/admin-actions/registration/waiting-list.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminPage, type AdminRequest, buildViewQuery } from '#server/admin/admin-page.ts';
import { buildActions, OPEN } from '#server/admin/build-actions.ts';
import { buildListFile } from '#server/admin/list-file.ts';
import {
  buildListHref,
  formatTotal,
  maskEmail,
  buildPagerBeside,
  type PageState,
  readPageState,
  sortColumn,
  buildStateViews,
} from '#server/admin/list.ts';
import type { AttentionSource } from '#server/admin/pages/dashboard/dashboard.ts';
import { buildTick } from '#server/admin/tick.ts';
import { buildInviteForm, RELEASE_FORM, buildReleaseForm } from './actions/release-invitations/release-invitations.ts';
import { type FoundWaiting, PAGE, TICK, type WaitingListPorts, type WaitingState, waitingStates } from './ports.ts';
import { createWaitingQueries } from './waiting-queries.ts';

/** The waiting list, and invitations for its first entries (B10). */
export function createWaitingListPage(ports: WaitingListPorts): AdminPage {
  const { members } = ports;
  const { actions, Mutation, offers } = createActions(adminActions, ports);
  return {
    queries: {
      'waiting-list': buildViewQuery(
        'invitations',
        async (request) => {
          const state = stateIn(request.query);
          const list = readPageState(request, ['joined'], { order: 'joined', descending: false });
          const found = await members.listWaiting({ ...list, state, newestFirst: list.descending });
          const { t } = request;
          const canInvite = state === 'joined' && found.total > 0;
          const forms = buildActions(request, [
            ...(canInvite ? [{ label: t('waiting.title'), form: buildReleaseForm(request) }] : []),
            ...(found.total > 0 ? offers(request) : []),
          ]);
          const table = waitingTable(request, state, list, found);
          const progress = progressSection(request, await members.readRelease());
          return {
            ...(state === 'joined' && buildSummary(request, list, found)),
            lead: [forms],
            sections: [...progress, { kind: 'table', table }],
          };
        },
        memberTopics.waitingList,
      ),
    },
    actions,
    downloads: {
      'waiting-list': {
        permission: 'invitations',
        async load(request) {
          const state = stateIn(request.query);
          return buildListFile(
            {
              name: `waiting-list-${state}.csv`,
              columns: ['address', 'joined', 'language', 'country', 'invited'],
              toCells: ({ email, joined_at, locale, country, invited_at }: Waiting) => [
                buildListHref(request, email),
                joined_at,
                locale,
                country ?? '',
                invited_at ?? '',
              ],
            },
            {
              async read(range) {
                const { waiting, total } = await members.listWaiting({ ...range, state, newestFirst: false });
                return { rows: waiting, total };
              },
              getPosition: getWaitingPosition,
            },
          );
        },
      },
    },
    operations: { Query: createWaitingQueries(ports), Mutation },
  };
}

/** How many wait, and since when. */
const buildSummary = (
  { t }: AdminRequest,
  { countUpTo }: Pick<PageState<'joined'>, 'countUpTo'>,
  { total, longest }: Pick<FoundWaiting, 'total' | 'longest'>,
) =>
  longest === null
    ? {}
    : {
        lede: `${t('start.waiting', { count: formatTotal(t, total, countUpTo) })}. ${t('start.since', { time: t.moment(longest) })}`,
      };

/** Delivery progress of the last invitations. */
function progressSection(
  { t, href }: AdminRequest,
  { released, sent, dead, queued }: ReleaseProgress,
): readonly SectionView[] {
  if (released === 0) return [];
  const figures = { sent: t.number(sent), released: t.number(released) };
  const progress = {
    title: t('waiting.progress'),
    done: sent,
    all: released,
    text: t('waiting.progressText', figures),
    facts: [
      { label: t('waiting.sent'), value: figures.sent },
      { label: t('waiting.queued'), value: t.number(queued) },
      { label: t('waiting.dead'), value: t.number(dead) },
    ],
    isOver: queued === 0,
    again: { label: t('waiting.again'), href: href(PAGE) },
  };
  return [{ kind: 'progress', progress }];
}

/** Number of people waiting, and since when. */
export const createWaitingAttention = ({ members }: WaitingListPorts): AttentionSource => ({
  permission: 'invitations',
  async look({ t, href }) {
    const { total, longest } = await members.listWaiting({ state: 'joined', newestFirst: false, offset: 0, limit: 1 });
    if (longest === null) return [];
    return [
      {
        urgency: 'today',
        item: {
          mark: 'wait',
          state: t('start.waits'),
          title: t('start.waiting', { count: t.number(total) }),
          text: t('start.since', { time: t.moment(longest) }),
          link: { label: t('start.release'), href: href(PAGE, { [OPEN]: RELEASE_FORM }) },
        },
      },
    ];
  },
});

const stateIn = (query: URLSearchParams): WaitingState =>
  waitingStates.find((each) => each === query.get('state')) ?? 'joined';

function waitingTable(
  request: AdminRequest,
  state: WaitingState,
  list: PageState<'joined'>,
  { waiting, total }: FoundWaiting,
) {
  const { t } = request;
  return {
    caption: t('waiting.caption'),
    views: buildStateViews(request, waitingStates, state, (each) => t(`waiting.${each}`)),
    columns: [
      { label: t('person.email') },
      sortColumn(request, list, 'joined', { label: t('waiting.since'), isShort: true }),
      { label: t('person.language') },
      { label: t('person.country') },
      ...(state === 'invited' ? [{ label: t('waiting.invitedAt'), isShort: true }] : []),
    ],
    rows: waiting.map((entry) => ({
      key: entry.id,
      cells: [
        {
          text: maskEmail(entry.email),
          ...(state === 'joined' && {
            tick: buildTick(request, TICK + entry.id, maskEmail(entry.email)),
          }),
        },
        { text: t.moment(entry.joined_at) },
        { text: t.language(entry.locale) },
        { text: entry.country === null ? '–' : t.country(entry.country) },
        ...(state === 'invited' ? [{ text: entry.invited_at === null ? '–' : t.moment(entry.invited_at) }] : []),
      ],
    })),
    empty: { title: t('waiting.none'), text: t('waiting.noneText') },
    pager: buildPagerBeside(request, list, total, waiting.map(getWaitingPosition)),
    ...(state === 'joined' && {
      chosen: buildInviteForm(request, { id: 'release-chosen', submit: t('waiting.inviteChosen') }),
    }),
    downloads: [{ label: t('list.download'), href: request.fileHref('waiting-list', { state }) }],
  };
}

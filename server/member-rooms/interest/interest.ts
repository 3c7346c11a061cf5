import type { Members } from '#server/members/index.ts';
import { formView } from '#server/admin/form.ts';
import { listState, masked, MOST_FILE_ROWS, pagerOf, sortColumn } from '#server/admin/list.ts';
import { type Action, type Asking, mustBe, type Room, viewQuery } from '#server/admin/room.ts';
import type { AttentionSource } from '#server/admin/start/start.ts';
import { topics } from '#server/platform/events/announcements.ts';
import { interestOperations } from './interest-operations.ts';

export interface InterestPorts {
  readonly members: Pick<Members, 'listInterest' | 'answerInterest'>;
}

const PAGE = '/admin/membership-interest';

/** Who asked to become a member: an invitation, or thanks. */
export function interestRoom({ members }: InterestPorts): Room {
  const answer = (kind: 'accept' | 'decline'): Action => ({
    permission: 'invitations',
    page: PAGE,
    isFinal: true,
    async run(asking, fields) {
      const { outcome } = await members.answerInterest({
        id: fields.text('id'),
        answer: kind,
        actor: mustBe(asking).id,
      });
      const done = { accepted: 'interestAccepted', declined: 'interestDeclined', 'answered-before': 'interestBefore' };
      return { to: PAGE, query: { done: done[outcome] } };
    },
  });
  return {
    queries: {
      'membership-interest': viewQuery(
        'invitations',
        async (asking) => {
          const list = listState(asking, ['applied'], { order: 'applied', descending: false });
          const found = await members.listInterest({ ...list, newestFirst: list.descending });
          return { sections: [{ kind: 'table', table: interestTable(asking, list, found) }] };
        },
        topics.interest,
      ),
    },
    actions: { 'accept-interest': answer('accept'), 'decline-interest': answer('decline') },
    downloads: {
      'membership-interest': {
        permission: 'invitations',
        async load() {
          const { applicants } = await members.listInterest({ newestFirst: false, offset: 0, limit: MOST_FILE_ROWS });
          const header = ['address', 'applied', 'language', 'country'];
          const rows = applicants.map(({ email, applied_at, locale, country }) => [
            masked(email),
            applied_at,
            locale,
            country ?? '',
          ]);
          return { name: 'membership-interest.csv', rows: [header, ...rows] };
        },
      },
    },
    operations: interestOperations(members),
  };
}

/** How many have no answer yet. */
export const interestAttention = ({ members }: InterestPorts): AttentionSource => ({
  permission: 'invitations',
  async look({ words, href }) {
    const { total, applicants } = await members.listInterest({ newestFirst: false, offset: 0, limit: 1 });
    const [first] = applicants;
    if (first === undefined) return [];
    return [
      {
        urgency: 'today',
        item: {
          mark: 'wait',
          state: words('start.waits'),
          title: words('start.interest', { count: words.number(total) }),
          text: words('start.since', { time: words.moment(first.applied_at) }),
          link: { label: words('start.answer'), href: href(PAGE) },
        },
      },
    ];
  },
});

type Found = Awaited<ReturnType<InterestPorts['members']['listInterest']>>;

function interestTable(asking: Asking, list: ReturnType<typeof listState<'applied'>>, { applicants, total }: Found) {
  const { words } = asking;
  const button = (kind: 'accept' | 'decline', id: string) =>
    formView(asking, {
      action: `${kind}-interest`,
      id: `${kind}-${id}`,
      submit: words(`interest.${kind}`),
      hidden: { id },
    });
  return {
    caption: words('interest.caption'),
    columns: [
      { label: words('person.email') },
      sortColumn(asking, list, 'applied', { label: words('interest.since') }),
      { label: words('person.language') },
      { label: words('person.country') },
      { label: words('interest.answer') },
    ],
    rows: applicants.map(({ id, email, locale, country, applied_at }) => ({
      key: id,
      cells: [
        { text: masked(email) },
        { text: words.moment(applied_at) },
        { text: locale.toUpperCase() },
        { text: country ?? '–' },
        { text: '', forms: [button('accept', id), button('decline', id)] },
      ],
    })),
    empty: { title: words('interest.none'), text: words('interest.noneText') },
    pager: pagerOf(asking, list, total),
    downloads: [{ label: words('list.download'), href: asking.fileHref('membership-interest') }],
  };
}

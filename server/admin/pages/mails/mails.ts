import type { Mark } from '#engine/base/data-view.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import type { ListedMail, Outbox } from '#server/platform/mail/index.ts';
import { formView } from '../../form.ts';
import { type CountSource, MAX_COUNTED } from '../../menu/menu.ts';
import { listState, masked, MAX_FILE_ROWS, buildPager, stateViews } from '../../list.ts';
import { type Action, type AdminRequest, requireUser, type AdminPage, viewQuery } from '../../admin-page.ts';
import type { AttentionSource } from '../dashboard/dashboard.ts';
import { mailOperations } from './mail-operations.ts';
import { MAX_REQUEUED, reviveMails, type ReviveMailsPorts } from './revive-mails.ts';

export interface MailsPorts extends ReviveMailsPorts {
  readonly outbox: ReviveMailsPorts['outbox'] & Pick<Outbox, 'find' | 'state' | 'countDeadLetters'>;
}

const PAGE = '/admin/mails';
/** What the names of boxes begin with. */
const TICK = 'mail-';
const states = ['dead', 'queued', 'sending', 'sent', 'kept'] as const;
const marks: Readonly<Record<(typeof states)[number], Mark>> = {
  dead: 'stop',
  queued: 'wait',
  sending: 'half',
  sent: 'on',
  kept: 'on',
};

/** What waits to be sent, and what could not be. */
export function mailsPage(ports: MailsPorts): AdminPage {
  const revive: Action = {
    permission: 'mails',
    page: PAGE,
    async run(request, fields) {
      const revived = await reviveMails(ports, [fields.text('id')], requireUser(request).id);
      return { to: PAGE, query: { done: revived > 0 ? 'mailRevived' : 'mailBefore' } };
    },
  };
  const reviveChosen: Action = {
    permission: 'mails',
    page: PAGE,
    async run(request, fields) {
      const ids = fields.ticked(TICK);
      const { words } = request;
      if (ids.length === 0) return { errors: {}, message: words('mails.choose') };
      if (ids.length > MAX_REQUEUED)
        return { errors: {}, message: words('mails.tooMany', { count: words.number(MAX_REQUEUED) }) };
      const revived = await reviveMails(ports, ids, requireUser(request).id);
      return { to: PAGE, query: { done: 'mailsRevived', n: String(revived) } };
    },
  };
  return {
    queries: {
      mails: viewQuery(
        'mails',
        async (request) => {
          const state = stateIn(request.query);
          const list = listState(request, ['at'], { order: 'at', descending: true });
          const found = await ports.outbox.find({ ...list, status: state });
          return { sections: [{ kind: 'table', table: mailsTable(request, state, list, found) }] };
        },
        topics.mails,
      ),
    },
    actions: { 'revive-mail': revive, 'revive-mails': reviveChosen },
    downloads: {
      mails: {
        permission: 'mails',
        async load({ query }) {
          const status = stateIn(query);
          const { mails } = await ports.outbox.find({ status, offset: 0, limit: MAX_FILE_ROWS });
          const header = ['mail', 'language', 'address', 'written', 'sent', 'attempts', 'reason'];
          const rows = mails.map((mail) => [
            mail.template,
            mail.locale,
            masked(mail.recipient),
            mail.created_at,
            mail.sent_at ?? '',
            String(mail.attempts),
            mail.last_error ?? '',
          ]);
          return { name: `mails-${status}.csv`, rows: [header, ...rows] };
        },
      },
    },
    operations: mailOperations(ports),
  };
}

const stateIn = (query: URLSearchParams): (typeof states)[number] =>
  states.find((each) => each === query.get('state')) ?? 'dead';

/** Letters that nobody got. */
export const mailsAttention = ({ outbox }: MailsPorts): AttentionSource => ({
  permission: 'mails',
  async look({ words, href }) {
    const { byStatus } = await outbox.state();
    const dead = byStatus['dead'] ?? 0;
    if (dead === 0) return [];
    return [
      {
        urgency: 'now',
        item: {
          mark: 'stop',
          state: words('start.stopped'),
          title: words('start.deadMails', { count: words.number(dead) }),
          link: { label: words('start.reason'), href: href(PAGE) },
        },
      },
    ];
  },
});

/** Mails that were given up. */
export const deadMailsCount = ({ outbox }: MailsPorts): CountSource => ({
  permission: 'mails',
  count: async () => ({ [PAGE]: await outbox.countDeadLetters(MAX_COUNTED) }),
});

function mailsTable(
  request: AdminRequest,
  state: (typeof states)[number],
  list: ReturnType<typeof listState<'at'>>,
  { mails, total }: { readonly mails: readonly ListedMail[]; readonly total: number },
) {
  const { words } = request;
  const revive = (id: string) =>
    formView(request, { action: 'revive-mail', id: `revive-${id}`, submit: words('mails.revive'), hidden: { id } });
  return {
    caption: words('mails.caption'),
    views: stateViews(request, states, state, (each) => words(`mails.state.${each}`)),
    columns: [
      { label: words('mails.mail') },
      { label: words('mails.to') },
      { label: words('mails.at') },
      { label: words('mails.state') },
      { label: words('mails.attempts'), numeric: true },
      ...(state === 'dead' ? [{ label: words('mails.reason') }, { label: words('list.action') }] : []),
    ],
    rows: mails.map((mail) => ({
      key: mail.id,
      cells: [
        {
          text: mail.template,
          sub: mail.locale.toUpperCase(),
          ...(state === 'dead' && {
            tick: {
              name: `${TICK}${mail.id}`,
              isOn: request.refused?.values[`${TICK}${mail.id}`] === 'on',
              label: words('mails.tick', { mail: mail.template, to: masked(mail.recipient) }),
            },
          }),
        },
        { text: masked(mail.recipient) },
        { text: words.moment(mail.sent_at ?? mail.created_at) },
        { text: words(`mails.state.${state}`), mark: marks[state] },
        { text: words.number(mail.attempts) },
        ...(state === 'dead' ? [{ text: mail.last_error ?? '–' }, { text: '', forms: [revive(mail.id)] }] : []),
      ],
    })),
    empty: { title: words('mails.none'), text: words('mails.noneText') },
    pager: buildPager(request, list, total),
    ...(state === 'dead' && {
      chosen: formView(request, { action: 'revive-mails', submit: words('mails.reviveChosen') }),
    }),
    downloads: [{ label: words('list.download'), href: request.fileHref('mails', { state }) }],
  };
}

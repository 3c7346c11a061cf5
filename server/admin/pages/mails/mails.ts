import type { ItemView, SectionView } from '#engine/shared/data-view.ts';
import { adminActions } from '#schemas/generated/admin-actions/mails.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import type { RowPosition } from '#server/platform/database/read-page.ts';
import type { FailedMails, ListedMail } from '#server/platform/mail/index.ts';
import { createActions } from '../../admin-action.ts';
import { type CountSource, MAX_COUNTED } from '../../menu/menu.ts';
import {
  linkFirstPage,
  maskEmail,
  buildPagerBeside,
  type PageState,
  readPageState,
  buildStateViews,
} from '../../list.ts';
import { buildListFile } from '../../list-file.ts';
import { type AdminPage, type AdminRequest, buildViewQuery } from '../../admin-page.ts';
import type { AttentionSource } from '../dashboard/dashboard.ts';
import { buildFailuresForm } from './actions/revive-failures/revive-failures.ts';
import { buildReviveForm } from './actions/revive-mail/revive-mail.ts';
import { buildReviveChosenForm } from './actions/revive-mails/revive-mails.ts';
import { describeFailure } from './describe-failure.ts';
import { nameMail } from './name-mail.ts';
import { createMailQueries } from './mail-queries.ts';
import { type MailsPorts, MAILS_PAGE, TICK } from './ports.ts';

const getMailPosition = ({ id, created_at: value }: ListedMail): RowPosition => ({ value, id });

const states = ['dead', 'queued', 'sending', 'sent', 'kept'] as const;

/** Queued and failed mails. */
export function createMailsPage(ports: MailsPorts): AdminPage {
  const { actions, Mutation } = createActions(adminActions, ports);
  return {
    queries: {
      mails: buildViewQuery(
        'mails',
        async (request) => {
          const state = readMailState(request.query);
          const list = readPageState(request, ['at'], { order: 'at', descending: true });
          const reason = state === 'dead' ? request.query.get('reason') : null;
          const found = await ports.outbox.find({ ...list, status: state, reason: reason ?? undefined });
          const failures = state === 'dead' && list.page === 0 && reason === null ? await ports.outbox.failures() : [];
          return {
            sections: [
              ...buildFailureSection(request, failures),
              { kind: 'table', table: mailsTable(request, state, list, found) },
            ],
          };
        },
        topics.mails,
      ),
    },
    actions,
    downloads: {
      mails: {
        permission: 'mails',
        async load({ query }) {
          const status = readMailState(query);
          return buildListFile(
            {
              name: `mails-${status}.csv`,
              columns: ['mail', 'language', 'address', 'written', 'sent', 'attempts', 'reason'],
              toCells: (mail: ListedMail) => [
                mail.template,
                mail.locale,
                maskEmail(mail.recipient),
                mail.created_at,
                mail.sent_at ?? '',
                String(mail.attempts),
                mail.last_error ?? '',
              ],
            },
            {
              async read(range) {
                const { mails, total } = await ports.outbox.find({ status, ...range });
                return { rows: mails, total };
              },
              getPosition: getMailPosition,
            },
          );
        },
      },
    },
    operations: { Query: createMailQueries(ports), Mutation },
  };
}

const readMailState = (query: URLSearchParams): (typeof states)[number] =>
  states.find((each) => each === query.get('state')) ?? 'dead';

/** Failed mails on the dashboard. */
export const createMailsAttention = ({ outbox }: MailsPorts): AttentionSource => ({
  permission: 'mails',
  async look({ t, href }) {
    const { byStatus } = await outbox.state();
    const dead = byStatus['dead'] ?? 0;
    if (dead === 0) return [];
    return [
      {
        urgency: 'now',
        item: {
          mark: 'stop',
          state: t('start.stopped'),
          title: t('start.deadMails', { count: t.number(dead) }),
          link: { label: t('start.reason'), href: href(MAILS_PAGE) },
        },
      },
    ];
  },
});

/** Number of failed mails. */
export const createDeadMailsCount = ({ outbox }: MailsPorts): CountSource => ({
  permission: 'mails',
  count: async () => ({ [MAILS_PAGE]: await outbox.countDeadLetters(MAX_COUNTED) }),
});

/** Failed mails by reason, with a suggested fix and one button to requeue them. */
function buildFailureSection(request: AdminRequest, failures: readonly FailedMails[]): readonly SectionView[] {
  if (failures.length === 0) return [];
  const { t } = request;
  const items = failures.map(({ reason, mails, newest }, index): ItemView => {
    const { why, what } = describeFailure(t, reason);
    const known = { time: t.moment(newest), code: reason === '' ? '–' : reason };
    return {
      mark: 'stop',
      state: t.number(mails),
      title: why,
      text: `${what} ${t('mails.newest', known)}`,
      link: { label: t('mails.show'), href: linkFirstPage(request, { reason }) },
      form: buildFailuresForm(request, reason, index),
    };
  });
  return [{ kind: 'items', title: t('mails.failures'), items }];
}

function mailsTable(
  request: AdminRequest,
  state: (typeof states)[number],
  list: PageState<'at'>,
  { mails, total }: { readonly mails: readonly ListedMail[]; readonly total: number },
) {
  const { t, query } = request;
  const reason = query.get('reason');
  return {
    caption: t('mails.caption'),
    views: [
      ...buildStateViews(request, states, state, (each) => t(`mails.state.${each}`)),
      ...(reason === null
        ? []
        : [{ label: describeFailure(t, reason).why, href: linkFirstPage(request, { reason: '' }), current: true }]),
    ],
    columns: [
      { label: t('mails.mail') },
      { label: t('mails.to'), isShort: true },
      { label: t('mails.at'), isShort: true },
      { label: t('mails.attempts'), numeric: true },
      ...(state === 'dead' ? [{ label: t('mails.reason') }, { label: t('list.action') }] : []),
    ],
    rows: mails.map((mail) => ({
      key: mail.id,
      cells: [
        {
          text: nameMail(t, mail.template),
          sub: t.language(mail.locale),
          ...(state === 'dead' && {
            tick: {
              name: `${TICK}${mail.id}`,
              isOn: request.refused?.values[`${TICK}${mail.id}`] === 'on',
              label: t('mails.tick', { mail: nameMail(t, mail.template), to: maskEmail(mail.recipient) }),
            },
          }),
        },
        { text: maskEmail(mail.recipient) },
        { text: t.moment(mail.sent_at ?? mail.created_at) },
        { text: t.number(mail.attempts) },
        ...(state === 'dead'
          ? [
              { text: describeFailure(t, mail.last_error ?? '').why, sub: mail.last_error ?? '–' },
              { text: '', forms: [buildReviveForm(request, mail.id)] },
            ]
          : []),
      ],
    })),
    empty: { title: t('mails.none'), text: t('mails.noneText') },
    pager: buildPagerBeside(request, list, total, mails.map(getMailPosition)),
    ...(state === 'dead' && { chosen: buildReviveChosenForm(request) }),
    downloads: [{ label: t('list.download'), href: request.fileHref('mails', { state }) }],
  };
}

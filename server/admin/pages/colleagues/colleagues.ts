import type { CellView, FormView, SectionView, TableView } from '#engine/shared/data-view.ts';
import { adminActions } from '#schemas/generated/admin-actions/colleagues.ts';
import type { ListedAdmin } from '#server/staff/admins.ts';
import type { ListedInvitation } from '#server/staff/invitations.ts';
import { createActions } from '../../admin-action.ts';
import { type AdminPage, type AdminRequest, requireUser, buildViewQuery } from '../../admin-page.ts';
import { buildActions } from '../../build-actions.ts';
import { listState, buildPager, sortColumn } from '../../list.ts';
import { buildChangeForm } from './actions/change-account/change-account.ts';
import { buildGroupForm } from './actions/change-group/change-group.ts';
import { buildResendInvitationForm } from './actions/resend-invitation/resend-invitation.ts';
import { buildWithdrawInvitationForm } from './actions/withdraw-invitation/withdraw-invitation.ts';
import { nameGroup } from './name-group.ts';
import { type ColleaguesPorts, COLLEAGUES_PAGE, PERMISSION } from './ports.ts';

const orders = ['name', 'created', 'seen'] as const;

/** Not "never": ended sessions are deleted, so an absent one says nothing. */
const NOT_SEEN = '–';

/** Accounts of colleagues: invite, create, move to a group, set a password, disable and enable (P8). Users cannot change their own account here. */
export function createColleaguesPage(ports: ColleaguesPorts): AdminPage {
  const { actions, offers } = createActions(adminActions, ports);
  // Where mails are sent, the invitation comes first: a password that is passed on is known to two people.
  const sortOffers = <Offer>(found: readonly Offer[]) => (ports.mails.isSending ? found.toReversed() : found);
  return {
    queries: {
      colleagues: buildViewQuery(PERMISSION, async (request) => {
        const accounts = await ports.staff.listAdmins();
        const asked = accounts.find(({ id }) => id === request.query.get('account'));
        if (asked !== undefined) return { sections: accountSections(request, asked) };
        const rows = [
          ...accounts.map((account) => accountRow(request, account)),
          ...(await ports.staff.listInvitations()).map((invitation) => invitationRow(request, invitation)),
        ];
        const table = accountsTable(request, rows);
        return {
          sections: [
            ...refusedNote(request),
            buildActions(request, sortOffers(offers(request))),
            { kind: 'table', table },
          ],
        };
      }),
    },
    actions,
  };
}

function accountSections(request: AdminRequest, account: ListedAdmin): readonly SectionView[] {
  const { t, href } = request;
  const { id, email, name, group, disabledAt, seenAt } = account;
  const facts = [
    { label: t('colleagues.email'), value: email },
    { label: t('colleagues.group'), value: nameGroup(t, group) },
    { label: t('colleagues.state'), value: t(disabledAt === null ? 'colleagues.open' : 'colleagues.disabled') },
    { label: t('colleagues.seen'), value: seenAt === null ? NOT_SEEN : t.moment(seenAt) },
  ];
  const isOwn = id === requireUser(request).id;
  const form = (action: Parameters<typeof buildChangeForm>[1]): SectionView => ({
    kind: 'form',
    form: buildChangeForm(request, action, id),
  });
  return [
    { kind: 'record', title: name, up: { label: t('colleagues.all'), href: href(COLLEAGUES_PAGE) } },
    { kind: 'facts', facts },
    ...(isOwn
      ? [{ kind: 'note' as const, mark: 'off' as const, title: t('colleagues.own') }]
      : [
          { kind: 'form' as const, form: buildGroupForm(request, account) },
          form('reset'),
          form(disabledAt === null ? 'disable' : 'enable'),
        ]),
  ];
}

/** An account or a pending invitation as a row. */
interface ColleagueRow {
  readonly key: string;
  /** Empty for an invitation. */
  readonly name: string;
  readonly created: string;
  readonly seen: string | null;
  readonly email: string;
  readonly group: string;
  readonly first: CellView;
  readonly state: CellView;
  readonly forms: readonly FormView[];
}

function accountRow({ t, href }: AdminRequest, account: ListedAdmin): ColleagueRow {
  const { id, name, email, group, createdAt, seenAt, disabledAt } = account;
  return {
    key: id,
    name,
    email,
    group,
    created: createdAt,
    seen: seenAt,
    first: { text: name, sub: email, href: href(COLLEAGUES_PAGE, { account: id }) },
    state:
      disabledAt === null
        ? { text: t('colleagues.open'), mark: 'on' }
        : { text: t('colleagues.disabled'), mark: 'off' },
    forms: [],
  };
}

function invitationRow(request: AdminRequest, invitation: ListedInvitation): ColleagueRow {
  const { t } = request;
  const { id, email, group, createdAt, expiresAt, isExpired } = invitation;
  const time = t.moment(expiresAt);
  return {
    key: id,
    name: '',
    email,
    group,
    created: createdAt,
    seen: null,
    first: { text: email },
    state: isExpired
      ? { text: t('colleagues.inviteExpired'), sub: time, mark: 'off' }
      : { text: t('colleagues.invited'), sub: t('colleagues.inviteUntil', { time }), mark: 'wait' },
    forms: [buildResendInvitationForm(request, id), buildWithdrawInvitationForm(request, id)],
  };
}

function accountsTable(request: AdminRequest, colleagues: readonly ColleagueRow[]): TableView {
  const { t } = request;
  const list = listState(request, orders, { order: 'name', descending: false });
  const { compare } = new Intl.Collator(request.locale);
  const readSortValue = ({ name, email, created, seen }: ColleagueRow): string =>
    ({ name: name === '' ? email : name, created, seen: seen ?? '' })[list.order];
  const sign = list.descending ? -1 : 1;
  const sorted = colleagues.toSorted((one, other) => sign * compare(readSortValue(one), readSortValue(other)));
  const column = (order: (typeof orders)[number]) =>
    sortColumn(request, list, order, { label: t(`colleagues.${order}`) });
  const hasForms = colleagues.some(({ forms }) => forms.length > 0);
  return {
    caption: t('colleagues.caption'),
    columns: [
      column('name'),
      { label: t('colleagues.group') },
      { label: t('colleagues.state') },
      column('created'),
      column('seen'),
      ...(hasForms ? [{ label: t('list.action') }] : []),
    ],
    rows: sorted
      .slice(list.offset, list.offset + list.limit)
      .map(({ key, first, state, group, created, seen, forms }) => ({
        key,
        cells: [
          first,
          { text: nameGroup(t, group) },
          state,
          { text: t.moment(created) },
          { text: seen === null ? NOT_SEEN : t.moment(seen) },
          ...(hasForms ? [{ text: '', forms }] : []),
        ],
      })),
    empty: { title: t('list.notFound'), text: '' },
    pager: buildPager(request, list, colleagues.length),
  };
}

/** Error of a form that no page shows: a confirmed one, or one whose row does not exist. */
function refusedNote({ refused }: AdminRequest): readonly SectionView[] {
  if (refused === null || !['invite-colleague', 'resend-invitation'].includes(refused.action)) return [];
  const title = refused.message ?? Object.values(refused.errors)[0];
  return title === undefined ? [] : [{ kind: 'note', mark: 'stop', title }];
}

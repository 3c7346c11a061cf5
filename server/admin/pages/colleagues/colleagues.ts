import type { SectionView, TableView } from '#engine/shared/data-view.ts';
import { adminActions } from '#schemas/generated/admin-actions/colleagues.ts';
import type { ListedAdmin } from '#server/staff/admins.ts';
import { createActions } from '../../admin-action.ts';
import { type AdminPage, type AdminRequest, requireUser, viewQuery } from '../../admin-page.ts';
import { buildActions } from '../../build-actions.ts';
import { listState, buildPager, sortColumn } from '../../list.ts';
import { changeForm } from './actions/change-account/change-account.ts';
import { groupForm } from './actions/change-group/change-group.ts';
import { type ColleaguesPorts, COLLEAGUES_PAGE, PERMISSION } from './ports.ts';

const orders = ['name', 'created', 'seen'] as const;

/** Sessions that have ended are not stored, so that it does not mean never. */
const NOT_SEEN = '–';

/** Accounts of colleagues: created, given another group or password, disabled and enabled (P8). Nobody changes the own one. */
export function colleaguesPage(ports: ColleaguesPorts): AdminPage {
  const { actions, offers } = createActions(adminActions, ports);
  return {
    queries: {
      colleagues: viewQuery(PERMISSION, async (request) => {
        const accounts = await ports.staff.listAdmins();
        const asked = accounts.find(({ id }) => id === request.query.get('account'));
        return {
          sections:
            asked === undefined
              ? [buildActions(request, offers(request)), { kind: 'table', table: accountsTable(request, accounts) }]
              : accountSections(request, asked),
        };
      }),
    },
    actions,
  };
}

function accountSections(request: AdminRequest, account: ListedAdmin): readonly SectionView[] {
  const { words, href } = request;
  const { id, email, name, group, disabledAt, seenAt } = account;
  const facts = [
    { label: words('colleagues.email'), value: email },
    { label: words('colleagues.group'), value: groupName(request, group) },
    { label: words('colleagues.state'), value: words(disabledAt === null ? 'colleagues.open' : 'colleagues.disabled') },
    { label: words('colleagues.seen'), value: seenAt === null ? NOT_SEEN : words.moment(seenAt) },
  ];
  const isOwn = id === requireUser(request).id;
  const form = (action: Parameters<typeof changeForm>[1]): SectionView => ({
    kind: 'form',
    form: changeForm(request, action, id),
  });
  return [
    { kind: 'ways', links: [{ label: words('colleagues.all'), href: href(COLLEAGUES_PAGE) }] },
    { kind: 'facts', title: name, facts },
    ...(isOwn
      ? [{ kind: 'note' as const, mark: 'off' as const, title: words('colleagues.own') }]
      : [
          { kind: 'form' as const, form: groupForm(request, account) },
          form('reset'),
          form(disabledAt === null ? 'disable' : 'enable'),
        ]),
  ];
}

/** A group that another release knows is shown by its id. */
function groupName({ words }: AdminRequest, group: string): string {
  const known: string = `group.${group}`;
  return words.has(known) ? words(known) : group;
}

function accountsTable(request: AdminRequest, accounts: readonly ListedAdmin[]): TableView {
  const { words, href } = request;
  const list = listState(request, orders, { order: 'name', descending: false });
  const { compare } = new Intl.Collator(request.locale);
  const readSortValue = ({ name, createdAt, seenAt }: ListedAdmin): string =>
    ({ name, created: createdAt, seen: seenAt ?? '' })[list.order];
  const sign = list.descending ? -1 : 1;
  const sorted = accounts.toSorted((one, other) => sign * compare(readSortValue(one), readSortValue(other)));
  const column = (order: (typeof orders)[number]) =>
    sortColumn(request, list, order, { label: words(`colleagues.${order}`) });
  return {
    caption: words('colleagues.caption'),
    columns: [
      column('name'),
      { label: words('colleagues.group') },
      { label: words('colleagues.state') },
      column('created'),
      column('seen'),
    ],
    rows: sorted.slice(list.offset, list.offset + list.limit).map((account) => ({
      key: account.id,
      cells: [
        { text: account.name, sub: account.email, href: href(COLLEAGUES_PAGE, { account: account.id }) },
        { text: groupName(request, account.group) },
        account.disabledAt === null
          ? { text: words('colleagues.open'), mark: 'on' as const }
          : { text: words('colleagues.disabled'), mark: 'off' as const },
        { text: words.moment(account.createdAt) },
        { text: account.seenAt === null ? NOT_SEEN : words.moment(account.seenAt) },
      ],
    })),
    empty: { title: words('list.notFound'), text: '' },
    pager: buildPager(request, list, accounts.length),
  };
}

import { randomBytes } from 'node:crypto';
import type { FieldView, SectionView, TableView } from '#engine/shared/data-view.ts';
import type { Staff } from '#server/staff/index.ts';
import type { AdminChange, ListedAdmin } from '#server/staff/admins.ts';
import { isStaffGroup, staffGroups } from '#server/staff/permissions.ts';
import {
  type Action,
  type ActionResult,
  type AdminPage,
  type AdminRequest,
  requireUser,
  viewQuery,
} from '../../admin-page.ts';
import { buildActions } from '../../build-actions.ts';
import { formView } from '../../form.ts';
import { listState, buildPager, sortColumn } from '../../list.ts';
import { previewed } from '../../preview.ts';

export interface ColleaguesPorts {
  readonly staff: Pick<Staff, 'createAdmin' | 'changeAdmin' | 'listAdmins'>;
}

const PAGE = '/admin/colleagues';
const PERMISSION = 'colleagues';
const orders = ['name', 'created', 'seen'] as const;

/** Sessions that have ended are not stored, so that it does not mean never. */
const NOT_SEEN = '–';

/** 144 bits, to be copied once. */
const newPassword = (): string => randomBytes(18).toString('base64url');

/** Accounts of colleagues: created, given another group or password, disabled and enabled (P8). Nobody changes the own one. */
export function colleaguesPage(ports: ColleaguesPorts): AdminPage {
  const { staff } = ports;
  const shared = { requiresReauth: true, permission: PERMISSION, page: PAGE } as const;
  const create: Action = {
    ...shared,
    async run(request, fields) {
      const { words } = request;
      const [email, name, group, password] = [
        fields.text('email'),
        fields.text('name').trim(),
        fields.text('group'),
        newPassword(),
      ];
      if (name === '' || name.length > 80) return { errors: { name: words('colleagues.nameWrong') } };
      if (!isStaffGroup(group)) return { errors: { group: words('settings.required') } };
      const answer = await staff.createAdmin({ email, name, password, group, by: requireUser(request).id });
      if (answer.outcome === 'created') return passwordShown(request, answer.admin.email, password);
      return { errors: { email: words(answer.outcome === 'exists' ? 'colleagues.exists' : 'colleagues.emailWrong') } };
    },
    repeated: async ({ words }) => ({
      shown: [{ kind: 'note', mark: 'off', title: words('colleagues.before'), text: words('colleagues.beforeText') }],
    }),
  };
  const changeGroup: Action = {
    ...shared,
    async run(request, fields): Promise<ActionResult> {
      const { words } = request;
      const [account, group] = [await accountIn(request, staff, fields.text('id')), fields.text('group')];
      if (account === null) return { errors: {}, message: words('colleagues.own') };
      if (!isStaffGroup(group)) return { errors: { group: words('settings.required') } };
      const by = requireUser(request).id;
      const { outcome } = await staff.changeAdmin({ email: account.email, change: 'group', group, by });
      return { to: PAGE, query: { done: outcome === 'changed' ? 'colleagueChanged' : 'nothingChanged' } };
    },
  };
  const change = (name: 'disable' | 'enable' | 'reset') =>
    previewed<{ readonly id: string; readonly isOpen: boolean }>({
      ...shared,
      name: `${name}-colleague`,
      async preview(request, fields) {
        const { words } = request;
        const account = await accountIn(request, staff, fields.text('id'));
        if (account === null) return { answer: { errors: {}, message: words('colleagues.own') } };
        const { id, email, disabledAt } = account;
        const title = words(`colleagues.${name}.sure`, { email });
        return {
          state: { id, isOpen: disabledAt === null },
          sections: [{ kind: 'note', mark: 'alert', title, text: words(`colleagues.${name}.text`) }],
          form: { submit: words(`colleagues.${name}.submit`), danger: name !== 'enable', hidden: { id } },
        };
      },
      async run(request, _fields, { id }) {
        const account = await accountIn(request, staff, id);
        if (account === null) return null;
        const password = newPassword();
        const by = requireUser(request).id;
        const wish: AdminChange = name;
        const answer = await staff.changeAdmin({
          email: account.email,
          change: wish,
          by,
          ...(name === 'reset' && { password }),
        });
        if (answer.outcome === 'changed' && name === 'reset')
          return passwordShown(request, account.email, password, answer.tokensLeft);
        return { to: PAGE, query: { done: answer.outcome === 'changed' ? 'colleagueChanged' : 'nothingChanged' } };
      },
    });
  const [disable, enable, reset] = [change('disable'), change('enable'), change('reset')];
  return {
    queries: {
      colleagues: viewQuery(PERMISSION, async (request) => {
        const accounts = await staff.listAdmins();
        const asked = accounts.find(({ id }) => id === request.query.get('account'));
        return {
          sections:
            asked === undefined
              ? [
                  buildActions(request, [{ label: request.words('colleagues.create'), form: createForm(request) }]),
                  { kind: 'table', table: accountsTable(request, accounts) },
                ]
              : accountSections(request, asked),
        };
      }),
    },
    actions: {
      'create-colleague': create,
      'change-group': changeGroup,
      'preview-disable-colleague': disable.preview,
      'disable-colleague': disable.run,
      'preview-enable-colleague': enable.preview,
      'enable-colleague': enable.run,
      'preview-reset-colleague': reset.preview,
      'reset-colleague': reset.run,
    },
  };
}

/** An account of another user; `null` for the own one, and without one. */
async function accountIn(
  request: AdminRequest,
  staff: ColleaguesPorts['staff'],
  wanted: string,
): Promise<ListedAdmin | null> {
  const found = (await staff.listAdmins()).find(({ id }) => id === wanted);
  return found === undefined || found.id === requireUser(request).id ? null : found;
}

/** @param tokensLeft API tokens that the account made and that still work */
function passwordShown({ words, href }: AdminRequest, email: string, value: string, tokensLeft = 0): ActionResult {
  const tokens: SectionView = {
    kind: 'note',
    mark: 'alert',
    title: words('colleagues.tokensLeft', { count: words.number(tokensLeft) }),
    text: words('colleagues.tokensLeftText'),
    links: [{ label: words('menu.tokens'), href: href('/admin/tokens') }],
  };
  return {
    isDone: true,
    shown: [
      { kind: 'note', mark: 'on', title: words('colleagues.ready', { email }), text: words('colleagues.readyText') },
      {
        kind: 'copy',
        copy: {
          id: 'password',
          label: words('colleagues.password'),
          value,
          copy: words('colleagues.copy'),
          copied: words('link.copied'),
        },
      },
      ...(tokensLeft > 0 ? [tokens] : []),
    ],
  };
}

function groupField({ words }: AdminRequest, value: string): FieldView {
  const options = staffGroups.map((group) => ({ value: group, label: words(`group.${group}`) }));
  return { name: 'group', label: words('colleagues.group'), type: 'select', value, options };
}

function createForm(request: AdminRequest) {
  const { words } = request;
  return formView(request, {
    action: 'create-colleague',
    text: words('colleagues.createText'),
    submit: words('colleagues.createSubmit'),
    fields: [
      { name: 'email', label: words('colleagues.email'), type: 'email', required: true, autocomplete: 'off' },
      { name: 'name', label: words('colleagues.name'), type: 'text', required: true, autocomplete: 'off' },
      groupField(request, 'author'),
    ],
  });
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
  const form = (action: 'disable' | 'enable' | 'reset'): SectionView => ({
    kind: 'form',
    form: {
      ...formView(request, {
        action: `preview-${action}-colleague`,
        title: words(`colleagues.${action}.submit`),
        text: words(`colleagues.${action}.text`),
        submit: words('preview.show'),
        hidden: { id },
      }),
      primary: false,
    },
  });
  const groupForm = formView(request, {
    action: 'change-group',
    title: words('colleagues.changeGroup'),
    fields: [groupField(request, group)],
    submit: words('colleagues.changeGroup'),
    hidden: { id },
  });
  return [
    { kind: 'ways', links: [{ label: words('colleagues.all'), href: href(PAGE) }] },
    { kind: 'facts', title: name, facts },
    ...(isOwn
      ? [{ kind: 'note' as const, mark: 'off' as const, title: words('colleagues.own') }]
      : [{ kind: 'form' as const, form: groupForm }, form('reset'), form(disabledAt === null ? 'disable' : 'enable')]),
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
  const valueOf = ({ name, createdAt, seenAt }: ListedAdmin): string =>
    ({ name, created: createdAt, seen: seenAt ?? '' })[list.order];
  const sign = list.descending ? -1 : 1;
  const sorted = accounts.toSorted((one, other) => sign * compare(valueOf(one), valueOf(other)));
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
        { text: account.name, sub: account.email, href: href(PAGE, { account: account.id }) },
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

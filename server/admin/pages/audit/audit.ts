import type { CellView, TableView } from '#engine/shared/data-view.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { adminActions } from '#schemas/generated/admin-actions/audit.ts';
import type { ListedAdmin } from '#server/staff/admins.ts';
import { failedSignIn } from '#server/staff/audit/chain.ts';
import { type NamedAuditRow, getEntryPosition } from '#server/staff/audit/read.ts';
import type { Staff } from '#server/staff/index.ts';
import { createActions } from '../../admin-action.ts';
import { buildActions } from '../../build-actions.ts';
import { type AdminPage, type AdminRequest, buildViewQuery } from '../../admin-page.ts';
import { buildEmptySearch, linkFirstPage, buildPagerBeside, type PageState, readPageState } from '../../list.ts';
import { buildListFile } from '../../list-file.ts';
import { auditQueries } from './audit-queries.ts';
import { describeSubject, describeValues } from './describe-entry.ts';
import type { AuditPagePorts } from './ports.ts';

const toJson = (values: object | null): string => (values === null ? '' : JSON.stringify(values));

/** Entries per page; each takes several lines. */
const ENTRIES = 25;
/** Actors without an account. */
const machines = ['visitor', 'system', 'command-line'] as const;
const PAGE_QUERY = { order: 'at', descending: true } as const;

/** The audit log: who did what, and when (B9). */
export function createAuditPage(ports: AuditPagePorts): AdminPage {
  const {
    staff,
    ports: { clock },
  } = ports;
  const readAuditQuery = ({ query }: AdminRequest) => ({
    action: query.get('action') ?? '',
    actor: query.get('actor') ?? '',
    from: query.get('from') ?? '',
    until: query.get('until') ?? '',
    subject: query.get('q') ?? '',
    zone: SHOP_ZONE,
  });
  const { actions, Mutation, offers } = createActions(adminActions, ports);
  return {
    queries: {
      audit: buildViewQuery('audit', async (request) => {
        const { t } = request;
        const list = readPageState(request, ['at'], PAGE_QUERY, ENTRIES);
        const [found, accounts] = await Promise.all([
          staff.searchAudit({ ...readAuditQuery(request), ...list }),
          staff.listAdmins(),
        ]);
        return {
          lede: t('audit.lede'),
          lead: [buildActions(request, offers(request))],
          sections: [{ kind: 'table', table: auditTable(request, list, found, accounts, clock.now()) }],
        };
      }),
    },
    actions,
    operations: { Query: auditQueries(ports), Mutation },
    downloads: {
      audit: {
        permission: 'audit',
        async load(request) {
          const question = readAuditQuery(request);
          return buildListFile(
            {
              name: 'audit.csv',
              columns: ['at', 'actor', 'name', 'action', 'subject', 'before', 'after', 'details', 'network'],
              toCells: (row: NamedAuditRow) => [
                row.at,
                row.actor,
                row.name ?? '',
                row.action,
                row.subject ?? '',
                toJson(row.before),
                toJson(row.after),
                row.details ?? '',
                row.network ?? '',
              ],
            },
            { read: (range) => staff.searchAudit({ ...question, ...range }), getPosition: getEntryPosition },
          );
        },
      },
    },
  };
}

function auditTable(
  request: AdminRequest,
  list: PageState<'at'>,
  { rows, total, actions }: Awaited<ReturnType<Staff['searchAudit']>>,
  accounts: readonly ListedAdmin[],
  now: number,
): TableView {
  const { t, query } = request;
  const formatDay = dayNames(t, now);
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const asked = (name: string): string => query.get(name) ?? '';
  const [action, actor, from, until, q] = ['action', 'actor', 'from', 'until', 'q'].map(asked);
  const filters = Object.fromEntries(
    Object.entries({ action, actor, from, until, q }).map(([name, value = '']) => [name, value]),
  );
  const actors = [
    ...machines.map((id) => ({ value: id, label: t(`audit.actor.${id}`) })),
    ...accounts.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return {
    caption: t('audit.caption'),
    filter: {
      id: 'search',
      method: 'get' as const,
      action: request.href(request.path),
      hidden: {},
      fields: [
        { name: 'q', label: t('audit.find'), type: 'search' as const, value: q ?? '' },
        {
          name: 'actor',
          label: t('audit.who'),
          type: 'select' as const,
          value: actor ?? '',
          options: [{ value: '', label: t('audit.everybody') }, ...actors],
        },
        {
          name: 'action',
          label: t('audit.action'),
          type: 'select' as const,
          value: action ?? '',
          options: [
            { value: '', label: t('list.all') },
            ...actions.map((each) => ({ value: each, label: describeAction(request, each) })),
          ],
        },
        { name: 'from', label: t('audit.from'), type: 'date' as const, value: from ?? '' },
        { name: 'until', label: t('audit.until'), type: 'date' as const, value: until ?? '' },
      ],
      submit: t('list.search'),
    },
    ...(isFiltered && { views: [{ label: t('list.clear'), href: request.href(request.path), current: false }] }),
    isFeed: true,
    columns: [
      { label: t('audit.at') },
      { label: t('audit.who') },
      { label: t('audit.action') },
      { label: t('audit.subject') },
      { label: t('audit.network') },
    ],
    rows: rows.map((row) => ({
      key: row.id,
      day: formatDay(row.at),
      cells: buildCells(request, row, (id) => names.get(id)),
    })),
    empty: buildEmptySearch(request),
    pager: buildPagerBeside(request, list, total, rows.map(getEntryPosition)),
    downloads: [{ label: t('list.download'), href: request.fileHref('audit', filters) }],
  };
}

function buildCells(
  request: AdminRequest,
  row: NamedAuditRow,
  getName: (id: string) => string | undefined,
): readonly CellView[] {
  const { t } = request;
  const [before, after] = [describeValues(request, row.before), describeValues(request, row.after)];
  const details = formatDetails(request, row);
  const only = (changes: Readonly<Record<string, string>>): string => linkFirstPage(request, changes);
  return [
    { text: t.clock(row.at) },
    { text: t('audit.by', { name: describeActor(request, row) }), href: only({ actor: row.actor }) },
    {
      text: describeAction(request, row.action),
      ...(row.action === failedSignIn && { mark: 'stop' as const }),
      ...(before + after !== '' && {
        change: {
          was: { label: t('audit.before'), text: before },
          is: { label: t('audit.after'), text: after },
        },
      }),
      ...(details !== '' && { sub: details }),
    },
    row.erased
      ? { text: t('audit.erased') }
      : row.subject === null
        ? { text: '' }
        : {
            text: describeSubject(request, row, getName) ?? t('audit.same'),
            href: only({ q: row.subject }),
          },
    { text: row.network ?? '' },
  ];
}

/** Time zones differ by whole minutes, so the day is computed once per minute. */
function dayNames(t: AdminRequest['t'], now: number): (at: string) => string {
  const today = t.longDay(now);
  const formatMinute = memoize((minute: string) => {
    const day = t.longDay(Date.parse(`${minute}Z`));
    return day === today ? t('start.today') : day;
  });
  return (at) => formatMinute(at.slice(0, 'yyyy-mm-ddThh:mm'.length));
}

function memoize(make: (of: string) => string): (of: string) => string {
  const cached = new Map<string, string>();
  return (of) => {
    const found = cached.get(of) ?? make(of);
    cached.set(of, found);
    return found;
  };
}

/** Text of an action; its id where a later release wrote it. */
function describeAction({ t }: AdminRequest, action: string): string {
  const known: string = `audit.did.${action}`;
  return t.has(known) ? t(known) : action;
}

function describeActor({ t }: AdminRequest, { name, actor }: NamedAuditRow): string {
  if (name !== null) return name;
  const known: string = `audit.actor.${actor}`;
  return t.has(known) ? t(known) : actor;
}

/** Details of the entry as text. */
function formatDetails(request: AdminRequest, { details }: NamedAuditRow): string {
  if (details === null) return '';
  const parsed: unknown = JSON.parse(details);
  return typeof parsed === 'object' ? describeValues(request, { ...parsed }) : details;
}

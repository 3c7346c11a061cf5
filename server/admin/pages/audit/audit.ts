import type { CellView, TableView } from '#engine/base/data-view.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import type { Clock } from '#server/platform/ports.ts';
import { failedSignIn } from '#server/staff/audit/chain.ts';
import type { NamedAuditRow } from '#server/staff/audit/read.ts';
import type { Staff } from '#server/staff/index.ts';
import { listState, MAX_FILE_ROWS, buildPager, sameList } from '../../list.ts';
import { type AdminRequest, type AdminPage, viewQuery } from '../../admin-page.ts';
import { auditOperations } from './audit-operations.ts';

export interface AuditPagePorts {
  readonly ports: { readonly clock: Clock };
  readonly staff: Pick<Staff, 'searchAudit'>;
}

const jsonOf = (values: object | null): string => (values === null ? '' : JSON.stringify(values));

/** Entries of a page: each has several lines, and says how its values were and are. */
const ENTRIES = 25;
const PAGE_QUERY = { order: 'at', descending: true } as const;

/** Who did what, and when (B9). */
export function auditPage({ staff, ports: { clock } }: AuditPagePorts): AdminPage {
  const readAuditQuery = ({ query }: AdminRequest) => ({
    action: query.get('action') ?? '',
    actor: query.get('actor') ?? '',
    from: query.get('from') ?? '',
    until: query.get('until') ?? '',
    zone: SHOP_ZONE,
  });
  return {
    queries: {
      audit: viewQuery('audit', async (request) => {
        const list = listState(request, ['at'], PAGE_QUERY, ENTRIES);
        const found = await staff.searchAudit({ ...readAuditQuery(request), ...list });
        return { sections: [{ kind: 'table', table: auditTable(request, list, found, clock.now()) }] };
      }),
    },
    operations: auditOperations(staff),
    downloads: {
      audit: {
        permission: 'audit',
        async load(request) {
          const { rows } = await staff.searchAudit({ ...readAuditQuery(request), offset: 0, limit: MAX_FILE_ROWS });
          const lines = rows.map((row) => [
            row.at,
            row.actor,
            row.name ?? '',
            row.action,
            row.subject ?? '',
            jsonOf(row.before),
            jsonOf(row.after),
            row.details ?? '',
            row.network ?? '',
          ]);
          const header = ['at', 'actor', 'name', 'action', 'subject', 'before', 'after', 'details', 'network'];
          return { name: 'audit.csv', rows: [header, ...lines] };
        },
      },
    },
  };
}

function auditTable(
  request: AdminRequest,
  list: ReturnType<typeof listState<'at'>>,
  { rows, total, actions }: Awaited<ReturnType<Staff['searchAudit']>>,
  now: number,
): TableView {
  const { words, query } = request;
  const dayOf = dayNames(words, now);
  const whoseOf = memoize((actor: string) => sameList(request, { actor, page: '' }));
  const asked = (name: string): string => query.get(name) ?? '';
  const [action, actor, from, until] = [asked('action'), asked('actor'), asked('from'), asked('until')];
  return {
    caption: words('audit.caption'),
    filter: {
      id: 'search',
      method: 'get' as const,
      action: request.href(request.path),
      hidden: actor === '' ? {} : { actor },
      fields: [
        {
          name: 'action',
          label: words('audit.action'),
          type: 'select' as const,
          value: action,
          options: [
            { value: '', label: words('list.all') },
            ...actions.map((each) => ({ value: each, label: describeAction(request, each) })),
          ],
        },
        { name: 'from', label: words('audit.from'), type: 'date' as const, value: from },
        { name: 'until', label: words('audit.until'), type: 'date' as const, value: until },
      ],
      submit: words('list.search'),
    },
    views:
      actor === ''
        ? []
        : [{ label: words('audit.everybody'), href: sameList(request, { actor: '', page: '' }), current: false }],
    isFeed: true,
    columns: [
      { label: words('audit.at') },
      { label: words('audit.who') },
      { label: words('audit.action') },
      { label: words('audit.subject') },
      { label: words('audit.network') },
    ],
    rows: rows.map((row) => ({ key: row.id, day: dayOf(row.at), cells: buildCells(request, row, whoseOf) })),
    empty: { title: words('list.notFound'), text: words('list.notFoundText') },
    pager: buildPager(request, list, total),
    downloads: [{ label: words('list.download'), href: request.fileHref('audit', { action, actor, from, until }) }],
  };
}

function buildCells(
  request: AdminRequest,
  row: NamedAuditRow,
  whoseOf: (actor: string) => string,
): readonly CellView[] {
  const { words } = request;
  const [before, after] = [formatValues(row.before), formatValues(row.after)];
  const details = formatDetails(row);
  return [
    { text: words.clock(row.at) },
    { text: words('audit.by', { name: describeActor(request, row) }), href: whoseOf(row.actor) },
    {
      text: describeAction(request, row.action),
      ...(row.action === failedSignIn && { mark: 'stop' as const }),
      ...(before + after !== '' && {
        change: {
          was: { label: words('audit.before'), text: before },
          is: { label: words('audit.after'), text: after },
        },
      }),
      ...(details !== '' && { sub: details }),
    },
    { text: row.erased ? words('audit.erased') : (row.subject ?? '') },
    { text: row.network ?? '' },
  ];
}

/** Days change at whole minutes, in every zone. */
function dayNames(words: AdminRequest['words'], now: number): (at: string) => string {
  const today = words.longDay(now);
  const dayOf = memoize((minute: string) => {
    const day = words.longDay(Date.parse(`${minute}Z`));
    return day === today ? words('start.today') : day;
  });
  return (at) => dayOf(at.slice(0, 'yyyy-mm-ddThh:mm'.length));
}

function memoize(make: (of: string) => string): (of: string) => string {
  const kept = new Map<string, string>();
  return (of) => {
    const found = kept.get(of) ?? make(of);
    kept.set(of, found);
    return found;
  };
}

/** What was done in words; its name where a later release wrote it. */
function describeAction({ words }: AdminRequest, action: string): string {
  const known: string = `audit.did.${action}`;
  return words.has(known) ? words(known) : action;
}

function describeActor({ words }: AdminRequest, { name, actor }: NamedAuditRow): string {
  if (name !== null) return name;
  const known: string = `audit.actor.${actor}`;
  return words.has(known) ? words(known) : actor;
}

/** What the entry says beside it, `places: 10 · until: –`. */
function formatDetails({ details }: NamedAuditRow): string {
  if (details === null) return '';
  const parsed: unknown = JSON.parse(details);
  if (typeof parsed !== 'object' || parsed === null) return details;
  return formatValues(parsed);
}

function formatValues(values: object | null): string {
  const said = Object.entries(values ?? {}).map(
    ([name, value]) =>
      `${name}: ${typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '–')}`,
  );
  return said.join(' · ');
}

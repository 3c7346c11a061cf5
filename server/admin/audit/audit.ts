import type { TableView } from '#engine/base/data-view.ts';
import type { NamedAuditRow } from '#server/staff/audit.ts';
import type { Staff } from '#server/staff/index.ts';
import { writeCsv } from '../csv.ts';
import { listState, pagerOf, sameList } from '../list.ts';
import { type Asking, type Room, viewQuery } from '../room.ts';

export interface AuditRoomPorts {
  readonly staff: Pick<Staff, 'searchAudit'>;
}

const PAGE_QUERY = { order: 'at', descending: true } as const;
const MOST_ROWS = 100_000;

/** B9: who did what, and when. */
export function auditRoom({ staff }: AuditRoomPorts): Room {
  const questionOf = ({ query }: Asking) => ({
    action: query.get('action') ?? '',
    actor: query.get('actor') ?? '',
  });
  return {
    queries: {
      audit: viewQuery('audit', async (asking) => {
        const list = listState(asking, ['at'], PAGE_QUERY);
        const found = await staff.searchAudit({ ...questionOf(asking), ...list });
        return { sections: [{ kind: 'table', table: auditTable(asking, list, found) }] };
      }),
    },
    downloads: {
      audit: {
        permission: 'audit',
        async load(asking) {
          const { rows } = await staff.searchAudit({ ...questionOf(asking), offset: 0, limit: MOST_ROWS });
          const lines = rows.map(({ at, actor, name, action, subject, details }) => [
            at,
            actor,
            name ?? '',
            action,
            subject ?? '',
            details ?? '',
          ]);
          const header = ['at', 'actor', 'name', 'action', 'subject', 'details'];
          return { name: 'audit.csv', type: 'text/csv', body: writeCsv([header, ...lines]) };
        },
      },
    },
  };
}

function auditTable(
  asking: Asking,
  list: ReturnType<typeof listState<'at'>>,
  { rows, total, actions }: Awaited<ReturnType<Staff['searchAudit']>>,
): TableView {
  const { words, query } = asking;
  const [action, actor] = [query.get('action') ?? '', query.get('actor') ?? ''];
  return {
    caption: words('audit.caption'),
    filter: {
      id: 'search',
      method: 'get' as const,
      action: asking.href(asking.path),
      hidden: actor === '' ? {} : { actor },
      fields: [
        {
          name: 'action',
          label: words('audit.action'),
          type: 'select' as const,
          value: action,
          options: [{ value: '', label: words('list.all') }, ...actions.map((each) => ({ value: each, label: each }))],
        },
      ],
      submit: words('list.search'),
    },
    views:
      actor === ''
        ? []
        : [{ label: words('audit.everybody'), href: sameList(asking, { actor: '', page: '' }), current: false }],
    columns: [
      { label: words('audit.at') },
      { label: words('audit.who') },
      { label: words('audit.action') },
      { label: words('audit.subject') },
      { label: words('audit.details') },
    ],
    rows: rows.map((row) => ({
      key: row.id,
      cells: [
        { text: words.moment(row.at) },
        { text: actorOf(asking, row), href: sameList(asking, { actor: row.actor, page: '' }) },
        { text: row.action },
        { text: row.subject ?? '–' },
        { text: detailsOf(row) },
      ],
    })),
    empty: { title: words('list.notFound'), text: words('list.notFoundText') },
    pager: pagerOf(asking, list, total),
    downloads: [{ label: words('list.download'), href: asking.fileHref('audit', { action, actor }) }],
  };
}

function actorOf({ words }: Asking, { name, actor }: NamedAuditRow): string {
  if (name !== null) return name;
  const known: string = `audit.actor.${actor}`;
  return words.has(known) ? words(known) : actor;
}

/** What the entry says beside it, `places: 10 · until: –`. */
function detailsOf({ details }: NamedAuditRow): string {
  if (details === null) return '–';
  const parsed: unknown = JSON.parse(details);
  if (typeof parsed !== 'object' || parsed === null) return details;
  return Object.entries(parsed)
    .map(
      ([name, value]) =>
        `${name}: ${typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '–')}`,
    )
    .join(' · ');
}

import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import type { ColumnView, FormView, TableView, ViewLink } from '#engine/shared/data-view.ts';
import type { RowPosition } from '#server/platform/database/read-page.ts';
import type { AdminRequest } from './admin-page.ts';
import type { StaffTranslator } from './staff-translator.ts';

/** The part of a list that the address selects. */
export interface ListState<Order extends string> {
  readonly order: Order;
  readonly descending: boolean;
  /** From 0. */
  readonly page: number;
  readonly offset: number;
  readonly limit: number;
}

const ROWS = 50;
/** Counting stops here, so that reading a page has a bounded cost. */
const MAX_TOTAL = 10_000;
/** Lower limit for searches: each row is compared with the search text. */
const MAX_FOUND = 1_000;
/** Maximum page number; longer lists are filtered instead. */
const MAX_PAGE = 2_000;

/** Reads the part of a list from the address; invalid values select the first page in the default order. */
export function listState<Order extends string>(
  { query }: Pick<AdminRequest, 'query'>,
  orders: readonly Order[],
  usual: { readonly order: Order; readonly descending: boolean },
  rows = ROWS,
): ListState<Order> {
  const asked = query.get('sort') ?? '';
  const order = orders.find((each) => each === asked.replace(/^-/, ''));
  const page = Math.min(MAX_PAGE, Math.max(1, parseWholeNumber(query.get('page') ?? '') || 1)) - 1;
  const sorted = order === undefined ? usual : { order, descending: asked.startsWith('-') };
  return { ...sorted, page, offset: page * rows, limit: rows };
}

/** The part of a database list that the address selects, as the rows after or before a row (keyset pagination), so that every page costs the same. */
export interface PageState<Order extends string> extends Omit<ListState<Order>, 'offset'> {
  readonly after?: RowPosition;
  readonly before?: RowPosition;
  readonly countUpTo: number;
}

/** Reads it from the address; a page whose first row does not exist is the first page. */
export function readPageState<Order extends string>(
  request: Pick<AdminRequest, 'query'>,
  orders: readonly Order[],
  usual: { readonly order: Order; readonly descending: boolean },
  rows = ROWS,
): PageState<Order> {
  const { order, descending, page, limit } = listState(request, orders, usual, rows);
  const isSearched = (request.query.get('q') ?? '') !== '';
  const sorted = { order, descending, limit, countUpTo: isSearched ? MAX_FOUND : MAX_TOTAL };
  const [after, before] = [parsePosition(request.query.get('after')), parsePosition(request.query.get('before'))];
  if (page === 0 || (after === null && before === null)) return { ...sorted, page: 0 };
  return { ...sorted, page, ...(after !== null ? { after } : before !== null && { before }) };
}

/** `2026-11-20T10:00:00.000Z~id`: the value that the list is sorted by, and the id of the row. */
function parsePosition(text: string | null): RowPosition | null {
  const at = text?.lastIndexOf('~') ?? -1;
  // Databases reject some control characters in text.
  return text === null || at === -1 || /\p{Cc}/u.test(text)
    ? null
    : { value: text.slice(0, at), id: text.slice(at + 1) };
}

/** Parameters of lists that leave out rows. */
const FILTERS = ['state', 'q', 'kind', 'reason', 'action', 'actor', 'from', 'until'] as const;

/** An address of the same list with changed parameters; an empty value removes a parameter. */
export function buildListQuery(request: AdminRequest, changes: Readonly<Record<string, string>>): string {
  const retained = ['sort', 'page', 'after', 'before', 'draft', 'revision', ...FILTERS].flatMap((name) => {
    const value = changes[name] ?? request.query.get(name) ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return request.href(request.path, Object.fromEntries(retained));
}

/** A sortable column; pressing it again reverses the order. */
export function sortColumn<Order extends string>(
  request: AdminRequest,
  { order, descending }: Pick<ListState<Order>, 'order' | 'descending'>,
  own: Order,
  column: ColumnView,
): ColumnView {
  const current = own === order;
  const next = current && !descending ? `-${own}` : own;
  const direction = current ? (descending ? 'descending' : 'ascending') : null;
  return { ...column, sort: { href: linkFirstPage(request, { sort: next }), direction } };
}

/** An address of the first page of the same list. */
export const linkFirstPage = (request: AdminRequest, changes: Readonly<Record<string, string>>): string =>
  buildListQuery(request, { ...changes, page: '', after: '', before: '' });

/** Links to the previous and next page of a list read by {@link readPageState}, from the positions of its first and last row. */
export function buildPagerBeside(
  request: AdminRequest,
  { page, limit, countUpTo }: Pick<PageState<string>, 'page' | 'limit' | 'countUpTo'>,
  total: number,
  positions: readonly RowPosition[],
): NonNullable<TableView['pager']> {
  const [first, last] = [positions[0], positions.at(-1)];
  const offset = page * limit;
  const isFull = positions.length === limit;
  // Beyond the counting limit, a full page is assumed to have a successor.
  const known = total > countUpTo && isFull ? Math.max(total, offset + limit + 1) : total;
  const shown = buildPager(request, { page, offset, limit }, known);
  const from = (name: 'after' | 'before', to: number, position: RowPosition | undefined): string =>
    position === undefined || to === 0
      ? linkFirstPage(request, {})
      : buildListQuery(request, {
          after: '',
          before: '',
          page: String(to + 1),
          [name]: `${position.value}~${position.id}`,
        });
  const range = { from: request.t.number(offset + 1), to: request.t.number(offset + positions.length) };
  return {
    ...shown,
    text: request.t('list.range', { ...range, total: formatTotal(request.t, total, countUpTo) }),
    previous: shown.previous && { ...shown.previous, href: from('before', page - 1, first) },
    next: shown.next && { ...shown.next, href: from('after', page + 1, last) },
  };
}

export function buildPager(
  request: AdminRequest,
  { page, offset, limit }: Pick<ListState<string>, 'page' | 'offset' | 'limit'>,
  total: number,
): NonNullable<TableView['pager']> {
  const { t } = request;
  const shown = { from: t.number(Math.min(total, offset + 1)), to: t.number(Math.min(total, offset + limit)) };
  const at = (to: number, label: string): ViewLink => ({
    label,
    href: buildListQuery(request, { page: to === 0 ? '' : String(to + 1) }),
  });
  return {
    text: t('list.range', { ...shown, total: t.number(total) }),
    label: t('list.pages'),
    previous: page === 0 ? null : at(page - 1, t('list.previous')),
    next: offset + limit >= total ? null : at(page + 1, t('list.next')),
  };
}

/** Counted up to `most`; above it, that there are more. */
export const formatTotal = (t: StaffTranslator, total: number, most: number): string =>
  total > most ? `${t.number(most)}+` : t.number(total);

/** Tabs of a list by state, with a tab for all. */
export function buildStateViews<State extends string>(
  request: AdminRequest,
  states: readonly State[],
  current: State | null,
  labelOf: (state: State) => string,
  all?: string,
): NonNullable<TableView['views']> {
  const link = (state: State | null, label: string) => ({
    label,
    href: linkFirstPage(request, { state: state ?? '' }),
    current: state === current,
  });
  return [...(all === undefined ? [] : [link(null, all)]), ...states.map((state) => link(state, labelOf(state)))];
}

/** The message of a list whose search and filters match no rows, with a link to all rows. */
export const buildEmptySearch = (request: AdminRequest): TableView['empty'] => ({
  title: request.t('list.notFound'),
  text: request.t('list.notFoundText'),
  link: { label: request.t('list.clear'), href: linkFirstPage(request, NO_FILTERS) },
});

const NO_FILTERS = Object.fromEntries(FILTERS.map((name) => [name, '']));

/** A search with its text in the address, so that it can be shared. Never for personal data. */
export function buildSearchForm(request: AdminRequest, label: string, hint?: string): FormView {
  const { query } = request;
  const retained = ['sort', 'state'].flatMap((name) => {
    const value = query.get(name) ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return {
    id: 'search',
    method: 'get',
    action: request.href(request.path),
    hidden: Object.fromEntries(retained),
    fields: [{ name: 'q', label, type: 'search', value: query.get('q') ?? '', hint }],
    submit: request.t('list.search'),
  };
}

/** An email address in a CSV file: in full for staff users who may view people; each download is recorded. */
export function buildListHref({ user }: Pick<AdminRequest, 'user'>, email: string): string {
  return user?.permissions.includes('people') === true ? email : maskEmail(email);
}

/** An email address in short form, until a user requests the full one. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(Math.max(1, at))}`;
}

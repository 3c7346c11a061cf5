import { type QueryExecutorProvider, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';

/** Position in a sorted list: the sort value of a row, and its id as tie-breaker. */
export interface RowPosition {
  readonly value: string | number;
  readonly id: string;
}

/** Rows to read: after or before a row (keyset pagination, constant cost), or from an offset. */
export interface RowRange {
  readonly limit: number;
  readonly after?: RowPosition | undefined;
  readonly before?: RowPosition | undefined;
  readonly offset?: number | undefined;
  /** Maximum count of rows, which bounds the cost; default: count all. */
  readonly countUpTo?: number | undefined;
}

interface Sorting {
  /** Sort column, such as `waiting_list.joined_at`. */
  readonly column: string;
  /** Value for rows without one. */
  readonly empty?: string;
  /** Whether the column is numeric; addresses hold positions as text. */
  readonly isNumber?: boolean;
  /** Id column, or two columns whose values {@link joinIds} joins: the first one is in the index of the list. */
  readonly id: string | readonly [string, string];
  readonly descending: boolean;
}

const ID_SEPARATOR = '/';

/** Joins two ids for {@link RowPosition}. @param second without a slash */
export const joinIds = (first: string, second: string): string => `${first}${ID_SEPARATOR}${second}`;

/** The rows of one page in order. In addition to the row comparison, the sort column alone is compared, so that both engines can use an index. */
export async function readPage<Database, Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  { column, empty, isNumber = false, id, descending }: Sorting,
  { limit, after, before, offset = 0 }: RowRange,
): Promise<readonly Row[]> {
  const value = empty === undefined ? sql.ref(column) : sql`coalesce(${sql.ref(column)}, ${sql.lit(empty)})`;
  const ids = (typeof id === 'string' ? [id] : id).map((each) => sql.ref(each));
  const asked = after ?? before;
  const from = asked && isNumber ? { ...asked, value: Number(asked.value) || 0 } : asked;
  // A previous page is read backwards.
  const isBackwards = after === undefined && before !== undefined;
  const isFalling = descending !== isBackwards;
  const direction = isFalling ? sql`desc` : sql`asc`;
  const rows = await (from === undefined ? query : query.where(compareWithPosition(value, ids, isFalling, from)))
    .orderBy(sql`${sql.join([value, ...ids].map((each) => sql`${each} ${direction}`))}`)
    .limit(limit)
    .$if(from === undefined && offset > 0, (paged) => paged.offset(offset))
    .execute();
  return isBackwards ? rows.toReversed() : rows;
}

/** Number of rows; `countUpTo + 1` when there are more. */
export async function countRows<Database, Tables extends keyof Database>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<Database, Tables, object>,
  { limit, after, before, offset = 0, countUpTo }: RowRange,
  rows: readonly unknown[],
): Promise<number> {
  // A first page that is not full contains all rows.
  if (after === undefined && before === undefined && offset === 0 && rows.length < limit) return rows.length;
  const all = query.select(sql`1`.as('one'));
  const counted = countUpTo === undefined ? all : all.limit(countUpTo + 1);
  const { rows: found } = await sql<{
    total: number | string;
  }>`select count(*) as total from ${counted} as counted`.execute(db);
  return Number(found[0]?.total ?? 0);
}

function compareWithPosition(
  value: RawBuilder<unknown>,
  [id, second]: readonly RawBuilder<unknown>[],
  isFalling: boolean,
  from: RowPosition,
): RawBuilder<SqlBool> {
  const beyond = sql.raw(isFalling ? '<' : '>');
  if (second === undefined)
    return sql<SqlBool>`(${value} ${beyond}= ${from.value} and (${value} ${beyond} ${from.value} or ${id} ${beyond} ${from.id}))`;
  const at = from.id.lastIndexOf(ID_SEPARATOR);
  const [one, other] = [from.id.slice(0, Math.max(0, at)), from.id.slice(at + 1)];
  return sql<SqlBool>`(${value} ${beyond}= ${from.value} and (${value} ${beyond} ${from.value}
    or (${id} ${beyond}= ${one} and (${id} ${beyond} ${one} or ${second} ${beyond} ${other}))))`;
}

import type { CsvRow } from '#engine/shared/csv.ts';
import type { RowPosition, RowRange } from '#server/platform/database/read-page.ts';
import type { ListFile } from './admin-page.ts';

/** Maximum rows of a CSV file. */
const MAX_FILE_ROWS = 100_000;
/** Rows that are read at once. */
const PART = 500;

/** A list that is read page by page, as the admin pages show it. */
export interface ReadableList<Row> {
  /** Rows of one page, and how many there are in all. */
  readonly read: (range: RowRange) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>;
  readonly getPosition: (row: Row) => RowPosition;
}

/** A list as a CSV file. Its rows are read while it is sent, so that memory does not grow with the list. */
export async function buildListFile<Row>(
  { name, columns, toCells }: Pick<ListFile, 'name' | 'columns'> & { readonly toCells: (row: Row) => CsvRow },
  list: ReadableList<Row>,
): Promise<ListFile> {
  const { total } = await list.read({ limit: 1, countUpTo: MAX_FILE_ROWS });
  return { name, columns, total: Math.min(MAX_FILE_ROWS, total), parts: mapParts(readInParts(list), toCells) };
}

async function* mapParts<Row>(
  parts: AsyncIterable<readonly Row[]>,
  toCells: (row: Row) => CsvRow,
): AsyncGenerator<readonly CsvRow[], void> {
  for await (const rows of parts) yield rows.map(toCells);
}

/** Each part begins after the last row of the part before. */
export async function* readInParts<Row>({
  read,
  getPosition,
}: ReadableList<Row>): AsyncGenerator<readonly Row[], void> {
  let after: RowPosition | undefined;
  for (let left = MAX_FILE_ROWS; left > 0; left -= PART) {
    const limit = Math.min(PART, left);
    const { rows } = await read({ limit, after, countUpTo: 0 });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    after = getPosition(last);
  }
}

/** One row of a table, as text. */
export type CsvRow = readonly string[];

/** RFC 4180 with a byte order mark, which spreadsheets need to read UTF-8; no cell is ever a formula (ASVS 5.0.0, 1.2.10). */
export const writeCsv = (rows: readonly CsvRow[]): string => [...csvParts(rows)].join('');

/** Rows of one part: some 50 KB, put together in a millisecond. */
const PART = 500;

/** The same in parts, for a list that is sent while it is written. */
export function* csvParts(rows: readonly CsvRow[]): Generator<string, void> {
  for (let from = 0; from < rows.length; from += PART)
    yield (
      (from === 0 ? '\uFEFF' : '') +
        rows
          .slice(from, from + PART)
          .map(csvLine)
          .join('')
    );
}

function csvLine(row: CsvRow): string {
  const cell = (value: string): string => {
    const safe = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/.test(value) ? `'${value}` : value;
    return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `${row.map(cell).join(',')}\r\n`;
}

/** Cells of each line with its number, from 1; separated by commas or semicolons, as spreadsheets of different countries write them. */
export function readCsv(text: string): readonly { readonly line: number; readonly cells: CsvRow }[] {
  const body = text.replace(/^\uFEFF/, '');
  const [first = ''] = body.split(/\r?\n/, 1);
  const separator = first.includes(';') && !first.includes(',') ? ';' : ',';
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let line = 1;
  let begins = 1;
  const endCell = (): void => {
    cells.push(cell.trim());
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    if (cells.some((value) => value !== '')) rows.push({ line: begins, cells });
    cells = [];
    begins = line + 1;
  };
  for (let at = 0; at < body.length; at += 1) {
    const character = body[at] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (body[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell.trim() === '') {
      quoted = true;
      cell = '';
    } else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
    if (character === '\n') line += 1;
  }
  endRow();
  return rows;
}

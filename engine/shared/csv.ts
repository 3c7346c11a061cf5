import { UserError } from './errors.ts';

/** One row of a table, as text. */
export type CsvRow = readonly string[];

/** RFC 4180 with a byte order mark, which spreadsheets need for UTF-8; no cell is a formula (ASVS 5.0.0, 1.2.10). */
export const writeCsv = (rows: readonly CsvRow[]): string => MARK + rows.map(csvLine).join('');

const MARK = '\uFEFF';

/** The same in parts as they are read, for streaming. */
export async function* writeCsvParts(
  columns: CsvRow,
  parts: AsyncIterable<readonly CsvRow[]> | Iterable<readonly CsvRow[]>,
): AsyncGenerator<string, void> {
  yield MARK + csvLine(columns);
  for await (const rows of parts) yield rows.map(csvLine).join('');
}

function csvLine(row: CsvRow): string {
  const cell = (value: string): string => {
    const safe = /^'*[=+\-@\t\r]/.test(value) && !/^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/.test(value) ? `'${value}` : value;
    return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `${row.map(cell).join(',')}\r\n`;
}

export interface CsvLine {
  /** From 1. */
  readonly line: number;
  readonly cells: CsvRow;
  /** Whether a line end follows. */
  readonly ended: boolean;
}

interface CsvOptions {
  /** Maximum of lines; all by default. */
  readonly most?: number;
  /** Spaces are preserved, and quotes have to be balanced. */
  readonly exact?: boolean;
}

/**
 * Cells of each line with its number; separated by commas, semicolons or tabs, as spreadsheets of different countries write them. A
 * first line such as `sep=;` states the separator, else it is detected from the column titles.
 *
 * @throws UserError with the line, for unbalanced quotes in exact mode
 */
export function readCsv(
  text: string,
  { most = Number.POSITIVE_INFINITY, exact = false }: CsvOptions = {},
): readonly CsvLine[] {
  const marked = text.replace(/^\uFEFF/, '');
  const [declaration, declared] = /^"?sep=(.)"?[,;\t]*(?:\r\n?|\n)/.exec(marked) ?? [];
  const body = declaration === undefined ? marked : marked.slice(declaration.length);
  const [first = ''] = body.split(/[\r\n]/, 1);
  const separator = declared ?? detectSeparator(first);
  const rows: CsvLine[] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  /** The cell was quoted, and the quotes are closed. */
  let isClosed = false;
  /** Only spaces so far; checking the cell each time would take quadratic time. */
  let isBlank = true;
  let line = declaration === undefined ? 1 : 2;
  let begins = line;
  const take = (character: string): void => {
    if (isClosed && exact) {
      if (character.trim() === '') return;
      throw new UserError(
        `line ${line}: text follows a closing quote. Quotes inside of a cell are written twice, and the cell in quotes.`,
      );
    }
    cell += character;
    isBlank &&= character.trim() === '';
  };
  const endCell = (): void => {
    cells.push(exact ? cell : cell.trim());
    cell = '';
    isBlank = true;
    isClosed = false;
  };
  const endRow = (ended: boolean): void => {
    endCell();
    if (cells.some((value) => value.trim() !== '')) rows.push({ line: begins, cells, ended });
    cells = [];
    begins = line + 1;
  };
  for (let at = 0; at < body.length && rows.length < most; at += 1) {
    const character = body[at] ?? '';
    const endsLine = character === '\n' || (character === '\r' && body[at + 1] !== '\n');
    if (quoted) {
      if (character !== '"') take(character);
      else if (body[at + 1] === '"') {
        take('"');
        at += 1;
      } else {
        quoted = false;
        isClosed = true;
      }
    } else if (character === '"' && isBlank && !isClosed) {
      quoted = true;
      cell = '';
    } else if (character === separator) endCell();
    else if (endsLine) endRow(true);
    else if (character !== '\r') take(character);
    if (endsLine) line += 1;
  }
  if (quoted && exact)
    throw new UserError(`line ${begins}: a quote opens a cell and never closes it. Export the file anew.`);
  if (rows.length < most) endRow(false);
  return rows;
}

/** The most frequent one outside of quotes. */
function detectSeparator(line: string): string {
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const count = (separator: string): number => bare.split(separator).length;
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best));
}

import { type CsvLine, readCsv } from '#engine/shared/csv.ts';
import { UserError } from '#engine/shared/errors.ts';
import { sourceLocale } from '#engine/documents/texts.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { type FileLanguages, readTitleLocale } from './languages.ts';
import type { Unit } from './unit.ts';
import { describeNotReady } from './xliff-approval.ts';

/** Titles of the key column, in any case. */
const KEY = /^(?:key|keys|id|identifier|name|context|string[ _-]?(?:id|key)|text[ _-]?(?:id|key)|schlüssel)$/i;
const SOURCE = /^(?:source|source[ _-]?text|original|quelle|quelltext)$/i;
const TARGET = /^(?:target|target[ _-]?text|translation|übersetzung|zieltext)$/i;
/** Title → cells that mark an unfinished text, and an approved one. */
const STATES: readonly (readonly [title: RegExp, unfinished: RegExp, approved: RegExp])[] = [
  [/^fuzzy$/i, /^(?:true|yes|1|x|fuzzy)$/i, /^(?!)/],
  [/^approved$/i, /^(?:false|no|0|rejected)$/i, /^(?:true|yes|1|x|approved)$/i],
  [
    /^(?:state|status)$/i,
    /reject|needs|fuzzy|draft|not[ _-]?approved|unapproved|untranslated|^new$/i,
    /^(?:final|signed[ _-]off|reviewed|approved)$/i,
  ],
];

interface Columns {
  readonly titles: readonly string[];
  readonly keys: readonly number[];
  readonly source: number;
  readonly targets: readonly { readonly at: number; readonly locale: Locale }[];
}

/**
 * Reads all texts of a table: the header row determines the columns, in any order and with additional ones. Columns with a language of the
 * site contain translations.
 *
 * @throws UserError for unknown columns and unbalanced quotes
 */
export function readTable(text: string, languages: FileLanguages): readonly Unit[] {
  const [head, ...rows] = readCsv(text, { exact: true });
  if (head === undefined) throw new UserError('line 1: the table is empty.');
  const columns = readColumns(head, languages);
  return rows.flatMap((row, index) => readUnits(row, columns, index === rows.length - 1));
}

function readColumns({ cells, line }: CsvLine, languages: FileLanguages): Columns {
  const titles = cells.map((cell) => cell.trim());
  const where = (matches: (title: string) => boolean): readonly number[] =>
    titles.flatMap((title, at) => (matches(title) ? [at] : []));
  const keys = where((title) => KEY.test(title));
  const [source, another] = [
    ...where((title) => readTitleLocale(title, [sourceLocale]) !== undefined),
    ...where((title) => SOURCE.test(title)),
  ];
  const named = where(
    (title) =>
      readTitleLocale(
        title,
        locales.filter((locale) => locale !== sourceLocale),
      ) !== undefined,
  );
  const unnamed = named.length > 0 ? [] : where((title) => TARGET.test(title));
  if (keys.length === 0 || source === undefined || named.length + unnamed.length === 0)
    throw new UserError(
      `line ${line}: the first line has the columns "${titles.join('", "')}". Expected: "key", "${sourceLocale}", the language, "note", in any order.`,
    );
  if (another !== undefined || unnamed.length > 1)
    throw new UserError(
      `line ${line}: several columns may be the ${another === undefined ? 'translation' : 'source'}: "${titles.join('", "')}". Leave one of them.`,
    );
  const targets = [...named, ...unnamed].map((at) => ({
    at,
    locale: languages.target(unnamed.length > 0 ? undefined : readTag(titles[at] ?? ''), line),
  }));
  const twice = targets.find(({ locale }, index) => targets.some((other, at) => at < index && other.locale === locale));
  if (twice !== undefined)
    throw new UserError(
      `line ${line}: several columns are "${twice.locale}": "${titles.join('", "')}". Leave one of them.`,
    );
  return { titles, keys, source, targets };
}

/** The language tag for a title that is a language name. */
function readTag(title: string): string {
  return /^[a-z]{2,3}(?:[-_][a-z0-9]+)*$/i.test(title) ? title : (readTitleLocale(title, locales) ?? title);
}

function readUnits({ cells, line, ended }: CsvLine, columns: Columns, isLast: boolean): readonly Unit[] {
  const cell = (at: number): string => (cells[at] ?? '').replace(/^'(?='*[=+\-@\t\r])/, '').replaceAll(/\r\n?/g, '\n');
  const problem = findProblem(cells, columns, isLast && !ended);
  return columns.targets.map(({ at, locale }) => ({
    locale,
    line,
    names: columns.keys.map((key) => cell(key).trim()).filter((name) => name !== ''),
    source: [cell(columns.source)],
    target: [cell(at)],
    problem,
    isApproved: problem === null && isApproved(cells, columns),
  }));
}

function findProblem(cells: readonly string[], { titles }: Columns, isCut: boolean): string | null {
  if (cells.slice(titles.length).some((value) => value.trim() !== ''))
    return `Its line has ${cells.length} cells, and the first line has ${titles.length}: a separator inside of words needs quotes around the cell.`;
  if (isCut && cells.length < titles.length) return 'The file ends inside of its line. Export it anew.';
  for (const [title, unfinished] of STATES) {
    const { at, value } = readState(cells, titles, title);
    if (unfinished.test(value)) return describeNotReady(titles[at] ?? '', value);
  }
  return null;
}

const isApproved = (cells: readonly string[], { titles }: Columns): boolean =>
  STATES.some(([title, , approved]) => approved.test(readState(cells, titles, title).value));

function readState(
  cells: readonly string[],
  titles: readonly string[],
  title: RegExp,
): { readonly at: number; readonly value: string } {
  const at = titles.findIndex((each) => title.test(each));
  return { at, value: at < 0 ? '' : (cells[at] ?? '').trim() };
}

import type { SectionView } from '#engine/base/data-view.ts';
import type { Members } from '#server/members/index.ts';
import { canonicalCode } from '#server/members/codes/canonical-code.ts';
import { type CsvRow, readCsv, writeCsv } from '#engine/base/csv.ts';
import { formView } from '#server/admin/form.ts';
import { type Action, type ActionAnswer, type Asking, mustBe } from '#server/admin/room.ts';
import { PAGE } from './codes-table.ts';
import type { CreateCodeAnswer } from '#server/members/create-code/create-code.ts';
import { newCodeOf, refusalOf } from './new-code.ts';

type ImportMembers = Pick<Members, 'createCode' | 'findCodes'>;

const columns = ['code', 'name', 'places', 'landing', 'until'] as const;
const MOST_LINES = 2_000;
/** Column of a line's number in the file that was checked. */
const NUMBER = 'line';

interface Line {
  readonly line: number;
  readonly label: string;
  readonly valueOf: (name: string) => string;
  /** What is wrong with it; `null` for a good one. */
  readonly finding: string | null;
}

/** A list of codes as a file: first a report per line, which changes nothing, then the good lines at one press. */
export function importAction(members: ImportMembers): Readonly<Record<'check-codes' | 'import-codes', Action>> {
  return {
    'check-codes': {
      permission: 'invitations',
      page: PAGE,
      repeatable: true,
      async run(asking, fields) {
        const lines = await readLines(asking, members, fields.content('file'));
        return typeof lines === 'string' ? { errors: { file: lines } } : report(asking, lines);
      },
    },
    'import-codes': {
      permission: 'invitations',
      page: PAGE,
      async run(asking, fields) {
        const lines = await readLines(asking, members, fields.content('lines'));
        if (typeof lines === 'string') return { errors: { file: lines } };
        const { id: actor } = mustBe(asking);
        // Somebody may have taken a code since the report: that line alone is left out, and named.
        const saved: Line[] = [];
        for (const line of lines)
          saved.push({ ...line, finding: line.finding ?? (await saveLine(asking, members, line, actor)) });
        const left = saved.filter(({ finding }) => finding !== null);
        const made = saved.length - left.length;
        if (left.length === 0) return { to: PAGE, query: { done: 'codesImported', n: String(made) } };
        const { words } = asking;
        const note: SectionView = {
          kind: 'note',
          mark: 'alert',
          title: words('done.codesImported', { count: words.number(made) }),
          text: words('import.takenMeanwhile'),
        };
        return {
          shown: [note, findingsTable(asking, words('import.notSaved'), left)],
          ...(made > 0 && { isDone: true }),
        };
      },
    },
  };
}

/** Why a line could not be saved; `null` when it is. */
async function saveLine(
  asking: Asking,
  members: ImportMembers,
  { valueOf }: Line,
  actor: string,
): Promise<string | null> {
  const read = newCodeOf(asking, valueOf);
  const refused = 'errors' in read ? read.errors : refusalIn(asking, await members.createCode({ ...read.code, actor }));
  return refused === null ? null : Object.values(refused).join(' ');
}

const refusalIn = (asking: Asking, answer: CreateCodeAnswer) =>
  answer.outcome === 'created' ? null : refusalOf(asking, answer);

/** Lines with what is wrong with each; a sentence when the file as a whole is none. */
async function readLines(asking: Asking, members: ImportMembers, text: string): Promise<readonly Line[] | string> {
  const { words } = asking;
  const [header, ...rows] = readCsv(text);
  const names = header?.cells.map((cell) => cell.toLowerCase()) ?? [];
  if (!names.includes('code') || !names.includes('places')) return words('import.noHeader');
  if (rows.length === 0) return words('import.empty');
  if (rows.length > MOST_LINES) return words('import.tooLong', { most: words.number(MOST_LINES) });
  const seen = new Set<string>();
  const lines: Line[] = [];
  for (const { line, cells } of rows) {
    const valueOf = (name: string): string => cells[names.indexOf(name)] ?? '';
    const label = valueOf('code');
    const canonical = canonicalCode(label);
    const finding =
      canonical !== null && seen.has(canonical)
        ? words('import.twice')
        : await findingOf(asking, members, label, canonical, valueOf);
    if (canonical !== null) seen.add(canonical);
    // The report hands lines on with their numbers in the file.
    lines.push({ line: Number(valueOf(NUMBER)) || line, label, valueOf, finding });
  }
  return lines;
}

async function findingOf(
  asking: Asking,
  members: ImportMembers,
  label: string,
  canonical: string | null,
  valueOf: (name: string) => string,
): Promise<string | null> {
  if (canonical === null) return asking.words('codes.codeWrong');
  const read = newCodeOf(asking, valueOf);
  if ('errors' in read) return Object.values(read.errors)[0] ?? null;
  const { places } = read.code;
  if (!Number.isInteger(places) || places < 1)
    return Object.values(refusalOf(asking, { outcome: 'invalid-places', most: 10_000_000 }))[0] ?? null;
  const list = { state: null, order: 'label', descending: false, offset: 0, limit: 100 } as const;
  const { codes } = await members.findCodes({ search: label, ...list });
  return codes.some((code) => canonicalCode(code.label) === canonical) ? asking.words('codes.exists') : null;
}

function report(asking: Asking, lines: readonly Line[]): ActionAnswer {
  const { words } = asking;
  const wrong = lines.filter(({ finding }) => finding !== null);
  const good = lines.filter(({ finding }) => finding === null);
  const table = findingsTable(asking, words('import.report'), wrong);
  if (good.length === 0) return { shown: [table] };
  const rows: CsvRow[] = good.map(({ line, valueOf }) => [String(line), ...columns.map((name) => valueOf(name))]);
  const save: SectionView = {
    kind: 'form',
    form: formView(asking, {
      action: 'import-codes',
      submit: words('import.save', { count: words.number(good.length) }),
      text: words('import.nothingSaved'),
      hidden: { lines: writeCsv([[NUMBER, ...columns], ...rows]) },
    }),
  };
  return { shown: [table, save] };
}

function findingsTable({ words }: Asking, title: string, lines: readonly Line[]): SectionView {
  return {
    kind: 'table',
    title,
    table: {
      caption: title,
      columns: [
        { label: words('import.line'), numeric: true },
        { label: words('codes.code') },
        { label: words('import.finding') },
      ],
      rows: lines.map(({ line, label, finding }) => ({
        key: String(line),
        cells: [{ text: words.number(line) }, { text: label }, { text: finding ?? '', mark: 'alert' as const }],
      })),
      empty: { title: words('import.allGood'), text: words('import.nothingSaved') },
    },
  };
}

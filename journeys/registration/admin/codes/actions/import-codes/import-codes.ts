import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import type { SectionView } from '#engine/shared/data-view.ts';
import { type CsvRow, readCsv, writeCsv } from '#engine/shared/csv.ts';
import { type Preview, createPreviewedAction } from '#server/admin/preview.ts';
import type { ActionOffer, DeclaredAction } from '#server/admin/admin-action.ts';
import { type ActionResult, type AdminRequest, type Fields, requireUser } from '#server/admin/admin-page.ts';
import type { NewCodeRequest } from '#journeys/registration/members/check-new-code/check-new-code.ts';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import { bodyLimits } from '#server/platform/requests/bodies.ts';
import { parseNewCode, describeFieldErrors } from '../../new-code.ts';
import { type CodesPorts, PAGE } from '../../ports.ts';

type ImportMembers = CodesPorts['members'];

const CHECK = 'check-codes';
const permission = 'invitations';

const columns = ['code', 'name', 'places', 'landing', 'until'] as const;
const MAX_LINES = 2_000;
/** Maximum valid lines shown in the report. */
const MAX_SHOWN = 50;
/** Column with the line number in the checked file. */
const NUMBER = 'line';

interface Finding {
  /** Column name. */
  readonly column: string;
  readonly text: string;
}

interface Line {
  readonly line: number;
  readonly cells: Readonly<Record<(typeof columns)[number], string>>;
  /** The code to create; `null` for an invalid line. */
  readonly code: NewCodeRequest | null;
  /** Findings; empty for a valid line. */
  readonly findings: readonly Finding[];
}

/** Imports codes from a CSV file: first a report per line without side effects, then the valid lines are created. */
export function importCodes({ members }: CodesPorts): DeclaredAction {
  const { preview, run } = createPreviewedAction({
    name: 'import-codes',
    permission,
    page: PAGE,
    maxBody: bodyLimits.codeList,
    preview: async (request, fields) => {
      const lines = await readLines(request, members, fields);
      return typeof lines === 'string' ? { answer: { errors: { file: lines } } } : report(request, lines);
    },
    run: (request, _fields, lines) => save(request, members, lines),
  });
  return {
    actions: { [CHECK]: preview, 'import-codes': run },
    offer: { ...offer, action: CHECK, permission },
  };
}

const offer: ActionOffer = {
  label: 'import.title',
  form: ({ t }) => ({
    text: t('import.text'),
    submit: t('import.check'),
    primary: false,
    multipart: true,
    fields: [{ name: 'file', label: t('import.file'), type: 'file', required: true, hint: t('import.hint') }],
  }),
};

async function save(request: AdminRequest, members: ImportMembers, lines: readonly Line[]): Promise<ActionResult> {
  const { t } = request;
  const { id: actor } = requireUser(request);
  const left: Line[] = [];
  let made = 0;
  for (const line of lines) {
    if (line.code === null || line.findings.length > 0) continue;
    const answer = await members.createCode({ ...line.code, actor });
    if (answer.outcome === 'created') made += 1;
    // The code was created since the report.
    else left.push({ ...line, findings: findingsIn(describeFieldErrors(request, answer)) });
  }
  if (left.length === 0) return { to: PAGE, query: { done: 'codesImported', n: String(made) } };
  const note: SectionView = {
    kind: 'note',
    mark: 'alert',
    title: t('done.codesImported', { count: t.number(made) }),
    text: t('import.takenMeanwhile'),
  };
  return {
    shown: [note, findingsTable(request, t('import.notSaved'), left)],
    ...(made > 0 && { isDone: true }),
  };
}

/** Lines with their findings; an error message for an invalid file. */
async function readLines(
  request: AdminRequest,
  members: ImportMembers,
  fields: Fields,
): Promise<readonly Line[] | string> {
  const { t } = request;
  const [header, ...rows] = readCsv(fields.content('lines') || fields.content('file'), { most: MAX_LINES + 2 });
  const names = header?.cells.map((cell) => cell.toLowerCase()) ?? [];
  if (!names.includes('code') || !names.includes('places')) return t('import.noHeader');
  if (rows.length === 0) return t('import.empty');
  if (rows.length > MAX_LINES) return t('import.tooLong', { most: t.number(MAX_LINES) });
  const first = new Map<string, number>();
  const lines: Line[] = [];
  for (const { line: own, cells } of rows) {
    // A leading apostrophe escapes formulas in spreadsheets, in our own files too.
    const readValue = (name: string): string => (cells[names.indexOf(name)] ?? '').replace(/^'(?=[=+@-])/, '');
    // The report passes lines on with their original numbers.
    const line = parseWholeNumber(readValue(NUMBER)) || own;
    const canonical = toCanonicalCode(readValue('code'));
    const twin = canonical === null ? undefined : first.get(canonical);
    if (canonical !== null && twin === undefined) first.set(canonical, line);
    const twice: Readonly<Record<string, string>> =
      twin === undefined ? {} : { code: t('import.twice', { line: t.number(twin) }) };
    const read = parseNewCode(request, readValue);
    const errors = 'errors' in read ? read.errors : await refusalIn(request, members, read.code);
    lines.push({
      line,
      cells: {
        code: readValue('code'),
        name: readValue('name'),
        places: readValue('places'),
        landing: readValue('landing'),
        until: readValue('until'),
      },
      code: 'errors' in read ? null : read.code,
      findings: findingsIn({ ...errors, ...twice }),
    });
  }
  return lines;
}

/** Validates with the rules of the use case. */
async function refusalIn(
  request: AdminRequest,
  members: ImportMembers,
  code: NewCodeRequest,
): Promise<Readonly<Record<string, string>>> {
  // A form may omit the code, which is generated then; a line of a file may not.
  if (code.code === null) return { code: request.t('codes.codeWrong') };
  const checked = await members.checkNewCode(code);
  return checked.outcome === 'new' ? {} : describeFieldErrors(request, checked);
}

const findingsIn = (errors: Readonly<Record<string, string>>): readonly Finding[] =>
  Object.entries(errors).map(([column, text]) => ({ column, text }));

function report(
  request: AdminRequest,
  lines: readonly Line[],
): Preview<readonly Line[]> | { readonly answer: ActionResult } {
  const { t } = request;
  const wrong = lines.filter(({ findings }) => findings.length > 0);
  const good = lines.filter(({ findings }) => findings.length === 0);
  const sections = [findingsTable(request, t('import.report'), wrong)];
  if (good.length === 0) return { answer: { shown: sections } };
  const rows: CsvRow[] = lines.map(({ line, cells }) => [String(line), ...columns.map((name) => cells[name])]);
  return {
    state: lines,
    sections: [...sections, goodTable(request, good)],
    form: {
      submit: t('import.save', { count: t.number(good.length) }),
      text: t('import.nothingSaved'),
      hidden: { lines: writeCsv([[NUMBER, ...columns], ...rows]) },
      // Multipart, because URL encoding would enlarge the file.
      multipart: true,
    },
  };
}

function findingsTable({ t }: AdminRequest, title: string, lines: readonly Line[]): SectionView {
  return {
    kind: 'table',
    title,
    table: {
      caption: title,
      columns: [
        { label: t('import.line'), numeric: true },
        { label: t('import.column') },
        { label: t('codes.code') },
        { label: t('import.finding') },
      ],
      rows: lines.flatMap(({ line, cells, findings }) =>
        findings.map(({ column, text }) => ({
          key: `${line} ${column}`,
          cells: [{ text: t.number(line) }, { text: column }, { text: cells.code }, { text, mark: 'alert' as const }],
        })),
      ),
      empty: { title: t('import.allGood'), text: t('import.nothingSaved') },
    },
  };
}

/** Parsed numbers and days, so that other formats are noticed. */
function goodTable({ t }: AdminRequest, lines: readonly Line[]): SectionView {
  const shown = lines.slice(0, MAX_SHOWN);
  const title = t('import.good', { shown: t.number(shown.length), count: t.number(lines.length) });
  return {
    kind: 'table',
    title,
    table: {
      caption: title,
      columns: [
        { label: t('import.line'), numeric: true },
        { label: t('codes.code') },
        { label: t('codes.name') },
        { label: t('codes.places'), numeric: true },
        { label: t('links.landing') },
        { label: t('codes.untilDay') },
      ],
      rows: shown.map(({ line, cells, code }) => ({
        key: String(line),
        cells: [
          { text: t.number(line) },
          { text: cells.code },
          { text: cells.name || '–' },
          { text: t.number(code?.places ?? 0) },
          { text: code?.landing ?? '–' },
          { text: code?.expiresAt ? new Date(code.expiresAt).toISOString().slice(0, 10) : '–' },
        ],
      })),
      empty: { title: t('import.allGood'), text: t('import.nothingSaved') },
    },
  };
}

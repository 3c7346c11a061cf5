import { readFile } from 'node:fs/promises';
import { UserError } from '#engine/shared/errors.ts';
import type { CellView, SectionView, TableView } from '#engine/shared/data-view.ts';
import { type Finding, identifyFinding } from '#engine/shared/finding.ts';
import { parseSource, type Source } from '#engine/documents/source.ts';
import { readExchange, writeExchange } from '#engine/documents/translations/exchange/index.ts';
import type { SentUnit, Unit } from '#engine/documents/translations/exchange/unit.ts';
import { type ImportResult, importTranslations } from '#engine/documents/translations/import-translations.ts';
import { nativeLanguageName } from '#engine/i18n/languages.ts';
import { targetLocales } from '#engine/documents/translations/entries.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Action, AdminRequest, Download, Fields } from '#server/admin/admin-page.ts';
import { formView } from '#server/admin/form.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { changesTable } from '../change-table.ts';
import { saveFiles } from '../documents/save-files.ts';
import type { Content } from '../model/content.ts';
import { type DraftText, listDraftEntries, listDraftTexts } from '../model/draft-texts.ts';
import { type ContentTools, DRAFTS_PAGE, draftIn, readFormDraft } from '../tools.ts';

/** Value of `part` in the address of the page. */
export const TRANSLATIONS = 'translations';

/** Endings of the files, the one of translators' tools first. */
const formats = { xlf: 'application/xliff+xml', csv: 'text/csv' } as const;
type Format = keyof typeof formats;

/** Each language with its files, and the form for those that come back. */
export async function translationSections(
  request: AdminRequest,
  tools: ContentTools,
  draft: Draft,
): Promise<readonly SectionView[]> {
  const { words, href } = request;
  const texts = await listDraftTexts(tools, draft);
  const back = { label: words('draft.open'), href: href(DRAFTS_PAGE, { draft: draft.id, part: '' }) };
  return [
    { kind: 'ways', links: [back] },
    { kind: 'table', title: words('translations.send'), table: languagesTable(request, draft, texts) },
    { kind: 'form', form: importForm(request, draft) },
  ];
}

function languagesTable(request: AdminRequest, draft: Draft, texts: readonly DraftText[]): TableView {
  const { words, fileHref } = request;
  const files = (language: Locale, all: boolean, count: number): readonly CellView[] =>
    (Object.keys(formats) as readonly Format[]).map((format) =>
      count === 0
        ? { text: '–' }
        : {
            text: format === 'xlf' ? 'XLIFF' : 'CSV',
            href: fileHref(TRANSLATIONS, { draft: draft.id, language, format, ...(all && { texts: 'all' }) }),
          },
    );
  return {
    caption: words('translations.languages'),
    columns: [
      { label: words('translations.language') },
      { label: words('translations.open'), numeric: true },
      { label: words('translations.openXliff') },
      { label: words('translations.openCsv') },
      { label: words('translations.all'), numeric: true },
      { label: words('translations.allXliff') },
      { label: words('translations.allCsv') },
    ],
    rows: targetLocales.map((language) => {
      const own = texts.filter(({ locale }) => locale === language);
      const open = own.filter(({ state }) => state !== 'done').length;
      return {
        key: language,
        cells: [
          { text: nativeLanguageName(language) },
          { text: words.number(open) },
          ...files(language, false, open),
          { text: words.number(own.length) },
          ...files(language, true, own.length),
        ],
      };
    }),
    empty: { title: words('list.nothing'), text: '' },
  };
}

function importForm(request: AdminRequest, draft: Draft): Extract<SectionView, { kind: 'form' }>['form'] {
  const { words } = request;
  return formView(request, {
    action: 'import-translations',
    title: words('translations.import'),
    text: words('translations.importText'),
    multipart: true,
    hidden: { draft: draft.id },
    fields: [
      { name: 'file', label: words('translations.file'), type: 'file', accept: '.xlf,.xliff,.csv', required: true },
      {
        name: 'language',
        label: words('translations.fileLanguage'),
        type: 'select',
        value: '',
        options: [
          { value: '', label: words('translations.inFile') },
          ...targetLocales.map((locale) => ({ value: locale, label: nativeLanguageName(locale) })),
        ],
      },
    ],
    submit: words('translations.submit'),
  });
}

/** Texts of a draft in one language for a translator. */
export const translationsFile = (tools: ContentTools): Download => ({
  permission: 'author',
  async load({ query }) {
    const draft = await draftIn(tools, query.get('draft'));
    const language = targetLocales.find((each) => each === query.get('language'));
    const format: Format = query.get('format') === 'csv' ? 'csv' : 'xlf';
    if (draft === null || language === undefined) return null;
    const own = (await listDraftTexts(tools, draft)).filter(({ locale }) => locale === language);
    const chosen = query.get('texts') === 'all' ? own : own.filter(({ state }) => state !== 'done');
    const name = `${
      draft.name
        .normalize('NFKD')
        .replaceAll(/[^A-Za-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, '') || 'draft'
    }.${language}.${format}`;
    return { name, type: formats[format], body: writeExchange(name, language, chosen.map(toUnit)) };
  },
});

const notes = { missing: 'Missing.', outdated: 'The source has changed.', done: 'Up to date.' } as const;

const toUnit = ({ entry, locale, state, document }: DraftText): SentUnit => ({
  key: entry.key,
  source: entry.source.text,
  target: entry.versions.get(locale)?.text ?? '',
  note: [notes[state], ...(document === null ? [] : [`Shown on ${document}.`])].join(' '),
});

/** Saves what came back in the draft; a text with a mistake is refused by name, and the others are saved. */
export function importTranslationsAction(tools: ContentTools, maxBytes: number): Action {
  return {
    permission: 'author',
    page: DRAFTS_PAGE,
    upload: { maxBytes },
    async run(request, fields) {
      const { words } = request;
      const draft = await readFormDraft(tools, fields);
      if (draft === null) return { errors: {}, message: words('draft.gone') };
      const read = await readUnits(request, fields, maxBytes);
      if ('error' in read) return { errors: { file: read.error } };
      const before = await tools.read(draft.id);
      const result = await judgeUnits(tools, draft, read.units);
      const failed = result.files.size === 0 ? null : await saveFiles(request, tools, draft, result.files);
      if (failed === 'retry') return { errors: {}, message: words('content.busy') };
      return failed ?? { shown: resultSections(request, draft, before, result), isDone: true };
    },
  };
}

async function readUnits(
  { words }: AdminRequest,
  { file, text }: Pick<Fields, 'file' | 'text'>,
  maxBytes: number,
): Promise<{ readonly units: readonly Unit[] } | { readonly error: string }> {
  if (file === null) return { error: words('translations.noFile') };
  if (file.isCut) return { error: words('form.fileTooLarge', { max: words.number(maxBytes / 1_000_000) }) };
  const language = targetLocales.find((locale) => locale === text('language'));
  try {
    return { units: readExchange(file.name, await readFile(file.path), language) };
  } catch (error) {
    if (error instanceof UserError) return { error: error.message };
    throw error;
  }
}

async function judgeUnits(tools: ContentTools, draft: Draft, units: readonly Unit[]): Promise<ImportResult> {
  const { publications } = tools;
  const content = await tools.read(draft.id);
  const sources = new Map<string, Source>();
  for (const [path, file] of content.files) if (path.startsWith('locales/')) sources.set(path, parseSource(path, file));
  const check = async (edited?: ReadonlyMap<string, string>): Promise<readonly Finding[]> => {
    const { errors, warnings } = await publications.check(draft.id, edited);
    return [...errors, ...warnings];
  };
  let before: Promise<ReadonlySet<string>> | undefined;
  return importTranslations(units, listDraftEntries(content), sources, async (files) => {
    before ??= check().then((findings) => new Set(findings.map(identifyFinding)));
    const [known, found] = await Promise.all([before, check(files)]);
    return found.filter((finding) => !known.has(identifyFinding(finding)));
  });
}

/** How many texts were taken, and why others were not. */
function resultSections(
  request: AdminRequest,
  draft: Draft,
  before: Content,
  { files, taken, same, empty, refused, cleaned, warnings }: ImportResult,
): readonly SectionView[] {
  const { words, href } = request;
  const links = [
    { label: words('draft.open'), href: href(DRAFTS_PAGE, { draft: draft.id, part: '' }) },
    { label: words('translations.title'), href: href(DRAFTS_PAGE, { draft: draft.id, part: TRANSLATIONS }) },
  ];
  const saved = [...files].map(([path, after]) => ({ path, before: before.files.get(path) ?? null, after }));
  const counts = [
    ['translations.taken', taken],
    ['translations.same', same],
    ['translations.empty', empty],
    ['translations.refused', refused.length],
    ['translations.cleaned', cleaned],
  ] as const;
  const table: TableView = {
    caption: words('translations.refused'),
    columns: [
      { label: words('translations.line'), numeric: true },
      { label: words('translations.text') },
      { label: words('translations.reason') },
    ],
    rows: refused.map(({ line, name, problem }, index) => ({
      key: String(index),
      cells: [{ text: words.number(line) }, { text: name }, { text: problem }],
    })),
    empty: { title: words('translations.noneRefused'), text: '' },
  };
  return [
    {
      kind: 'facts',
      title: words('translations.result'),
      facts: counts.map(([label, count]) => ({ label: words(label), value: words.number(count) })),
    },
    ...(refused.length === 0 ? [] : [{ kind: 'table' as const, title: words('translations.refused'), table }]),
    // A colleague may have changed a text since it was sent: the former words are shown beside the new ones.
    ...(taken === 0
      ? []
      : [{ kind: 'table' as const, title: words('translations.taken'), table: changesTable(request, saved) }]),
    ...warnings.map(({ message, file, line }) => ({
      kind: 'note' as const,
      mark: 'half' as const,
      title: message,
      text: `${file}:${line}`,
    })),
    { kind: 'ways', links },
  ];
}

import { readFile } from 'node:fs/promises';
import type { FormView, SectionView, TableView } from '#engine/shared/data-view.ts';
import { UserError } from '#engine/shared/errors.ts';
import { type Finding, identifyFinding } from '#engine/shared/finding.ts';
import { parseSource, type Source } from '#engine/documents/source.ts';
import { targetLocales } from '#engine/documents/translations/entries.ts';
import { readExchange } from '#engine/documents/translations/exchange/index.ts';
import type { Unit } from '#engine/documents/translations/exchange/unit.ts';
import { type ImportResult, importTranslations } from '#engine/documents/translations/import-translations.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import type { AdminRequest, Fields } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { bodyLimits } from '#server/platform/requests/bodies.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { buildChangesPreview } from '../../../change-table.ts';
import { saveFiles } from '../../../documents/save-files.ts';
import type { Content } from '../../../model/content.ts';
import { nameContent } from '../../../model/name-content.ts';
import { listDraftEntries, listDraftTexts, readDraftConfirmations } from '../../../model/draft-texts.ts';
import { type ContentTools, DRAFTS_PAGE, readFormDraft, TRANSLATIONS } from '../../../tools.ts';

const NAME = 'import-translations';
const MAX_BYTES = bodyLimits.translations;

export function buildImportForm(request: AdminRequest, draft: Draft): FormView {
  const { t } = request;
  return buildFormView(request, {
    action: NAME,
    title: t('translations.import'),
    text: t('translations.importText'),
    multipart: true,
    hidden: { draft: draft.id },
    fields: [
      { name: 'file', label: t('translations.file'), type: 'file', accept: '.xlf,.xliff,.csv', required: true },
      {
        name: 'language',
        label: t('translations.fileLanguage'),
        type: 'select',
        value: '',
        options: [
          { value: '', label: t('translations.inFile') },
          ...targetLocales.map((locale) => ({ value: locale, label: getNativeLanguageName(locale) })),
        ],
      },
    ],
    submit: t('translations.submit'),
  });
}

/** Imports a translation file into the draft; invalid texts are refused by name, the others are saved. */
export function importDraftTranslations(tools: ContentTools): DeclaredAction {
  return defineFormAction(NAME, {
    permission: 'author',
    page: DRAFTS_PAGE,
    upload: { maxBytes: MAX_BYTES },
    async run(request, fields) {
      const { t } = request;
      const draft = await readFormDraft(tools, fields);
      if (draft === null) return { errors: {}, message: t('draft.gone') };
      const read = await readUnits(request, fields);
      if ('error' in read) return { errors: { file: read.error } };
      const before = await tools.read(draft.id);
      const result = await judgeUnits(tools, draft, read.units);
      const failed = result.files.size === 0 ? null : await saveFiles(request, tools, draft, result.files);
      if (failed === 'retry') return { errors: {}, message: t('content.busy') };
      return failed ?? { shown: resultSections(request, draft, before, result), isDone: true };
    },
  });
}

async function readUnits(
  { t }: AdminRequest,
  { file, text }: Pick<Fields, 'file' | 'text'>,
): Promise<{ readonly units: readonly Unit[] } | { readonly error: string }> {
  if (file === null) return { error: t('translations.noFile') };
  if (file.isCut) return { error: t('form.fileTooLarge', { max: t.number(MAX_BYTES / 1_000_000) }) };
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
  const judge = async (files: ReadonlyMap<string, string>): Promise<readonly Finding[]> => {
    before ??= check().then((findings) => new Set(findings.map(identifyFinding)));
    const [known, found] = await Promise.all([before, check(files)]);
    return found.filter((finding) => !known.has(identifyFinding(finding)));
  };
  const outdated = (await listDraftTexts(tools, draft)).filter(({ state }) => state === 'outdated');
  return importTranslations(units, listDraftEntries(content), sources, judge, {
    confirmed: readDraftConfirmations(content),
    isStale: ({ entry, locale }) => outdated.some((text) => text.entry.key === entry.key && text.locale === locale),
  });
}

/** How many texts were imported, and why others were not. */
function resultSections(
  request: AdminRequest,
  draft: Draft,
  before: Content,
  { files, taken, same, empty, refused, cleaned, confirmed, warnings }: ImportResult,
): readonly SectionView[] {
  const { t, href } = request;
  const links = [
    { label: t('draft.open'), href: href(DRAFTS_PAGE, { draft: draft.id, part: '' }) },
    { label: t('translations.title'), href: href(DRAFTS_PAGE, { draft: draft.id, part: TRANSLATIONS }) },
  ];
  const saved = [...files].map(([path, after]) => ({ path, before: before.files.get(path) ?? null, after }));
  const counts = [
    ['translations.taken', taken],
    ['translations.same', same],
    ['translations.empty', empty],
    ['translations.refused', refused.length],
    ['translations.confirmed', confirmed],
    ['translations.cleaned', cleaned],
  ] as const;
  const table: TableView = {
    caption: t('translations.refused'),
    columns: [
      { label: t('translations.line'), numeric: true },
      { label: t('translations.text') },
      { label: t('translations.reason') },
    ],
    rows: refused.map(({ line, name, problem }, index) => ({
      key: String(index),
      cells: [{ text: t.number(line) }, { text: name }, { text: problem }],
    })),
    empty: { title: t('translations.noneRefused'), text: '' },
  };
  return [
    {
      kind: 'facts',
      title: t('translations.result'),
      facts: counts.map(([label, count]) => ({ label: t(label), value: t.number(count) })),
    },
    ...(refused.length === 0 ? [] : [{ kind: 'table' as const, title: t('translations.refused'), table }]),
    // A colleague may have changed a text since the export: the previous text is shown beside the new one.
    ...(taken === 0
      ? []
      : [
          {
            kind: 'table' as const,
            title: t('translations.taken'),
            table: buildChangesPreview(request, saved, nameContent(t, before)),
          },
        ]),
    ...warnings.map(({ message, file, line }) => ({
      kind: 'note' as const,
      mark: 'half' as const,
      title: message,
      text: `${file}:${line}`,
    })),
    { kind: 'ways', links },
  ];
}

import type { CellView, SectionView, TableView } from '#engine/shared/data-view.ts';
import { targetLocales } from '#engine/documents/translations/entries.ts';
import { writeExchange } from '#engine/documents/translations/exchange/index.ts';
import type { SentUnit } from '#engine/documents/translations/exchange/unit.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { AdminRequest, Download } from '#server/admin/admin-page.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { type DraftText, listDraftTexts } from '../model/draft-texts.ts';
import { type ContentTools, findDraft, DRAFTS_PAGE, TRANSLATIONS } from '../tools.ts';
import { buildImportForm } from './actions/import-draft-translations/import-draft-translations.ts';

/** File extensions with media types; the format of translation tools comes first. */
const formats = { xlf: 'application/xliff+xml', csv: 'text/csv' } as const;
type Format = keyof typeof formats;

/** Each language with its export files, and the import form. */
export async function buildTranslationSections(
  request: AdminRequest,
  tools: ContentTools,
  draft: Draft,
): Promise<readonly SectionView[]> {
  const { t, href } = request;
  const texts = await listDraftTexts(tools, draft);
  const up = { label: t('draft.open'), href: href(DRAFTS_PAGE, { draft: draft.id, part: '' }) };
  return [
    { kind: 'record', title: draft.name, text: t('translations.title'), up },
    { kind: 'table', title: t('translations.send'), table: languagesTable(request, draft, texts) },
    { kind: 'form', form: buildImportForm(request, draft) },
  ];
}

function languagesTable(request: AdminRequest, draft: Draft, texts: readonly DraftText[]): TableView {
  const { t, fileHref } = request;
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
    caption: t('translations.languages'),
    columns: [
      { label: t('translations.language') },
      { label: t('translations.open'), numeric: true },
      { label: t('translations.openXliff') },
      { label: t('translations.openCsv') },
      { label: t('translations.all'), numeric: true },
      { label: t('translations.allXliff') },
      { label: t('translations.allCsv') },
    ],
    rows: targetLocales.map((language) => {
      const own = texts.filter(({ locale }) => locale === language);
      const open = own.filter(({ state }) => state !== 'done').length;
      return {
        key: language,
        cells: [
          { text: getNativeLanguageName(language) },
          { text: t.number(open) },
          ...files(language, false, open),
          { text: t.number(own.length) },
          ...files(language, true, own.length),
        ],
      };
    }),
    empty: { title: t('list.nothing'), text: '' },
  };
}

/** Texts of a draft in one language for a translator. */
export const createTranslationsFile = (tools: ContentTools): Download => ({
  permission: 'author',
  async load({ query }) {
    const draft = await findDraft(tools, query.get('draft'));
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

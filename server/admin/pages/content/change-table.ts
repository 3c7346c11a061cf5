import type { CellView, TableView } from '#engine/shared/data-view.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildPager, listState } from '#server/admin/list.ts';
import type { ContentNames } from './model/name-content.ts';
import { type Change, type ChangedFile, compareFiles } from './model/changes.ts';

/** Changes per page, and where a page of its own lists the rest. */
const ROWS = 50;
/** Maximum characters of a value. */
const MAX_SHOWN = 400;

/** Changes of files as a table, in pages: texts by language and key, documents by property, before and after. New and removed files of texts are counted. */
export function buildChangesTable(
  request: AdminRequest,
  files: readonly ChangedFile[],
  names: ContentNames,
): TableView {
  const list = listState(request, ['what'], { order: 'what', descending: false }, ROWS);
  const rows = buildRows(request, files, names);
  const table = buildTable(request, rows.slice(list.offset, list.offset + list.limit));
  return rows.length <= ROWS ? table : { ...table, pager: buildPager(request, list, rows.length) };
}

/** The same in front of a question, with the beginning of a long list. */
export function buildChangesPreview(
  request: AdminRequest,
  files: readonly ChangedFile[],
  names: ContentNames,
): TableView {
  const { t } = request;
  const rows = buildRows(request, files, names);
  const rest = rows.length - ROWS;
  const more = [{ text: t('changes.rest', { count: t.number(rest) }) }, { text: '' }];
  return buildTable(request, [...rows.slice(0, ROWS), ...(rest > 0 ? [more] : [])]);
}

type Row = readonly CellView[];

const buildTable = ({ t }: AdminRequest, rows: readonly Row[]): TableView => ({
  caption: t('changes.title'),
  columns: [{ label: t('changes.what') }, { label: t('changes.change') }],
  rows: rows.map((cells, index) => ({ key: String(index), cells })),
  empty: { title: t('changes.none'), text: t('changes.noneText') },
});

function buildRows(request: AdminRequest, files: readonly ChangedFile[], names: ContentNames): readonly Row[] {
  const { t } = request;
  const isWhole = ({ before, after }: ChangedFile): boolean => (before === null) !== (after === null);
  const whole = new Set(files.filter(isWhole).map(({ path }) => path));
  const changes = compareFiles(files);
  const counted = Map.groupBy(
    changes.flatMap((change) => (change.kind === 'text' && whole.has(change.file) ? [change] : [])),
    ({ key, after }) => `${after === null ? 'removed' : 'added'} ${key.slice(0, key.indexOf('.'))}`,
  );
  return [
    ...changes.flatMap((change) =>
      change.kind === 'text' && whole.has(change.file) ? [] : [buildCells(request, change, names)],
    ),
    ...[...counted].map(([group, texts]): Row => {
      const [change = '', file = ''] = group.split(' ');
      const languages = [...new Set(texts.map(({ locale }) => getNativeLanguageName(locale)))];
      const count = t('changes.texts', { count: t.number(texts.length) });
      return [
        { text: file, sub: languages.join(', ') },
        change === 'added'
          ? { text: t('changes.added'), mark: 'on', sub: count }
          : { text: t('changes.removed'), mark: 'stop', sub: count },
      ];
    }),
  ];
}

function buildCells({ t }: AdminRequest, change: Change, names: ContentNames): readonly CellView[] {
  switch (change.kind) {
    case 'text':
      return [{ text: getNativeLanguageName(change.locale), sub: names.text(change.key) }, changed(t, change)];
    case 'property':
      return [
        { text: names.document(change.document), sub: names.property(change.document, change.path) },
        changed(t, describeChange(names, change)),
      ];
    case 'document':
      return [
        { text: names.document(change.document) },
        change.isThere ? { text: t('changes.added'), mark: 'on' } : { text: t('changes.removed'), mark: 'stop' },
      ];
    case 'file':
      return [{ text: names.file(change.file) }, { text: t('changes.file') }];
  }
}

function changed(
  t: AdminRequest['t'],
  { before, after }: { readonly before: string | null; readonly after: string | null },
): CellView {
  return {
    text: '',
    change: {
      was: { label: t('audit.before'), text: shorten(before ?? '') },
      is: { label: t('audit.after'), text: shorten(after ?? '') },
    },
  };
}

/** The values of a property in words; as they are written where both would read the same. */
export function describeChange(
  names: ContentNames,
  { document, path, before, after }: Extract<Change, { kind: 'property' }>,
): { readonly before: string | null; readonly after: string | null } {
  const property = /([^.[\]]*)(?:\[\d+\])?$/.exec(path)?.[1] ?? '';
  const describe = (value: string | null) => value && names.value(document, property, parseValue(value));
  const [was, is] = [describe(before), describe(after)];
  return was === is ? { before, after } : { before: was, after: is };
}

/** Strings are written without quotes in a change; see `compareFiles`. */
function parseValue(text: string): unknown {
  try {
    return /^[[{]/.test(text) ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

const shorten = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

import type { CellView, TableView } from '#engine/shared/data-view.ts';
import { nativeLanguageName } from '#engine/i18n/languages.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { type Change, type ChangedFile, compareFiles } from './model/changes.ts';

/** Maximum number of changes listed on a page; the rest is in the files. */
const MAX_LISTED = 500;

/** Changes of files as a table: texts by language and key, documents by property, before and after. */
export function changesTable(request: AdminRequest, files: readonly ChangedFile[]): TableView {
  const { words } = request;
  const changes = compareFiles(files);
  const rest = changes.length - MAX_LISTED;
  return {
    caption: words('changes.title'),
    columns: [{ label: words('changes.what') }, { label: words('changes.change') }],
    rows: [
      ...changes
        .slice(0, MAX_LISTED)
        .map((change, index) => ({ key: String(index), cells: buildCells(request, change) })),
      ...(rest > 0
        ? [{ key: 'rest', cells: [{ text: words('changes.rest', { count: words.number(rest) }) }, { text: '' }] }]
        : []),
    ],
    empty: { title: words('changes.none'), text: words('changes.noneText') },
  };
}

function buildCells({ words }: AdminRequest, change: Change): readonly CellView[] {
  switch (change.kind) {
    case 'text':
      return [{ text: nativeLanguageName(change.locale), sub: change.key }, changed(words, change)];
    case 'property':
      return [{ text: change.document, sub: change.path }, changed(words, change)];
    case 'document':
      return [
        { text: change.document },
        change.isThere
          ? { text: words('changes.added'), mark: 'on' }
          : { text: words('changes.removed'), mark: 'stop' },
      ];
    case 'file':
      return [{ text: change.file }, { text: words('changes.file') }];
  }
}

function changed(
  words: AdminRequest['words'],
  { before, after }: { readonly before: string | null; readonly after: string | null },
): CellView {
  return {
    text: '',
    change: {
      was: { label: words('audit.before'), text: before ?? '' },
      is: { label: words('audit.after'), text: after ?? '' },
    },
  };
}

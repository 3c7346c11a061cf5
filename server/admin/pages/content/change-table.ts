import type { CellView, TableView } from '#engine/shared/data-view.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { type Change, type ChangedFile, compareFiles } from './model/changes.ts';

/** Maximum number of changes listed on a page; the rest is in the files. */
const MAX_LISTED = 500;

/** Changes of files as a table: texts by language and key, documents by property, before and after. */
export function buildChangesTable(request: AdminRequest, files: readonly ChangedFile[]): TableView {
  const { t } = request;
  const changes = compareFiles(files);
  const rest = changes.length - MAX_LISTED;
  return {
    caption: t('changes.title'),
    columns: [{ label: t('changes.what') }, { label: t('changes.change') }],
    rows: [
      ...changes
        .slice(0, MAX_LISTED)
        .map((change, index) => ({ key: String(index), cells: buildCells(request, change) })),
      ...(rest > 0
        ? [{ key: 'rest', cells: [{ text: t('changes.rest', { count: t.number(rest) }) }, { text: '' }] }]
        : []),
    ],
    empty: { title: t('changes.none'), text: t('changes.noneText') },
  };
}

function buildCells({ t }: AdminRequest, change: Change): readonly CellView[] {
  switch (change.kind) {
    case 'text':
      return [{ text: getNativeLanguageName(change.locale), sub: change.key }, changed(t, change)];
    case 'property':
      return [{ text: change.document, sub: change.path }, changed(t, change)];
    case 'document':
      return [
        { text: change.document },
        change.isThere ? { text: t('changes.added'), mark: 'on' } : { text: t('changes.removed'), mark: 'stop' },
      ];
    case 'file':
      return [{ text: change.file }, { text: t('changes.file') }];
  }
}

function changed(
  t: AdminRequest['t'],
  { before, after }: { readonly before: string | null; readonly after: string | null },
): CellView {
  return {
    text: '',
    change: {
      was: { label: t('audit.before'), text: before ?? '' },
      is: { label: t('audit.after'), text: after ?? '' },
    },
  };
}

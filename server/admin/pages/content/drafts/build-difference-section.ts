import type { SectionView } from '#engine/shared/data-view.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import type { ContentNames } from '../model/name-content.ts';
import { buildChangesTable } from '../change-table.ts';

/** What a draft changes for visitors, as a list of the page or in front of a question. */
export const buildDifferenceSection = (
  request: AdminRequest,
  draft: Draft,
  names: ContentNames,
  buildTable: typeof buildChangesTable = buildChangesTable,
): SectionView => ({
  kind: 'table',
  title: request.t('changes.title'),
  table: buildTable(
    request,
    draft.changes.map(({ path, live, content }) => ({ path, before: live, after: content })),
    names,
  ),
});

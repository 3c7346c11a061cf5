import type { SectionView } from '#engine/shared/data-view.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { changesTable } from '../change-table.ts';

/** What a draft changes for visitors. */
export const differenceSection = (request: AdminRequest, draft: Draft): SectionView => ({
  kind: 'table',
  title: request.t('changes.title'),
  table: changesTable(
    request,
    draft.changes.map(({ path, live, content }) => ({ path, before: live, after: content })),
  ),
});

import type { CellView, SectionView } from '#engine/shared/data-view.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { DraftSummary } from '#server/site/publications/publications.ts';
import type { GetName } from '../people.ts';

export const isWaiting = ({ submission }: Pick<DraftSummary, 'submission'>): boolean =>
  submission !== null && submission.declined === null;

/** Whether a draft waits for approval or was declined, as a cell of a list. */
export function buildSubmissionCell({ t }: AdminRequest, draft: DraftSummary): CellView {
  const { submission } = draft;
  if (submission === null) return { text: t('submission.open') };
  const { declined, at } = submission;
  return declined === null
    ? { text: t('submission.waiting'), mark: 'wait', sub: t.moment(at) }
    : { text: t('submission.declined'), mark: 'stop', sub: declined.reason };
}

/** The same in full; nothing for a draft that was never submitted. */
export function buildSubmissionNotes(
  { t }: AdminRequest,
  { submission, changedAt }: DraftSummary,
  getName: GetName,
): readonly SectionView[] {
  if (submission === null) return [];
  const { by, at, note, declined } = submission;
  if (declined !== null) {
    const title = t('submission.declinedBy', { name: getName(declined.by), time: t.moment(declined.at) });
    return [{ kind: 'note', mark: 'stop', title, text: declined.reason }];
  }
  const title = t('submission.submittedBy', { name: getName(by), time: t.moment(at) });
  const changed = changedAt > at ? t('submission.changed') : '';
  return [{ kind: 'note', mark: 'wait', title, text: [note, changed].filter(Boolean).join(' ') }];
}

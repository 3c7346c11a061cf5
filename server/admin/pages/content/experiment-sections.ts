import type { SectionView } from '#engine/base/data-view.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { Change } from './model/changes.ts';
import type { Content } from './model/content.ts';
import { touchedExperiments } from './model/touched-experiments.ts';

/** Says which running experiments show something that changes. */
export function experimentSections(
  { words }: AdminRequest,
  content: Content,
  changes: readonly Change[],
): readonly SectionView[] {
  const experiments = touchedExperiments(content, changes);
  if (experiments.length === 0) return [];
  const title = words('publish.experiments', { experiments: experiments.join(', ') });
  return [{ kind: 'note', mark: 'alert', title, text: words('publish.experimentsText') }];
}

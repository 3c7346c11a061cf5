import { groupVariations } from '#engine/documents/impact/group-variations.ts';
import type { StudioImpact } from '#engine/studio/protocol.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { getStaffTranslator } from '#server/admin/staff-translator.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import type { ContentTools } from '../tools.ts';
import { compareFiles } from './changes.ts';
import { nameContent } from './name-content.ts';
import { listRunningExperiments } from './touched-experiments.ts';

/**
 * What a draft changes for visitors, for the studio and for the page that publishes it.
 *
 * @param locale language in which pages are measured
 * @param document the only page to measure; default: all that the draft changes
 */
export async function readDraftImpact(
  tools: Pick<ContentTools, 'publications' | 'read' | 'clock'>,
  draft: Draft,
  { locale, document }: { readonly locale: Locale; readonly document?: DocumentId },
): Promise<StudioImpact> {
  const impact = await tools.publications.readImpact(draft.id, { document, locale, now: tools.clock.now() });
  const [before, after] = [await tools.read(), await tools.read(draft.id)];
  const names = nameContent(getStaffTranslator(locale), after, before);
  const variations = groupVariations(after.documents);
  const changes = compareFiles(
    draft.changes.map(({ path, live, content }) => ({ path, before: live, after: content })),
  );
  return {
    pages: impact.pages.map((page) => ({
      ...page,
      title: names.document(page.document),
      baseTitle: page.bases[0] === undefined ? null : names.document(page.bases[0]),
      variations: variations.get(page.document) ?? [],
    })),
    experiments: listRunningExperiments(before, after, changes),
    size: impact.size,
  };
}

import type { PublicationPorts } from '#server/site/publications/ports.ts';
import { type Change, compareFiles } from './changes.ts';
import { createContentReader } from './content.ts';
import { readLivePhase, listTouchedExperiments } from './touched-experiments.ts';

/** Live experiments that show what a publication changes, or of which a phase begins with it (X17). */
export const experimentChanges: PublicationPorts['touchedExperiments'] = async (after, files) => {
  const content = await createContentReader({ readContent: async () => after })();
  const changes = compareFiles(files);
  const begun = changes
    .flatMap((change) => begunBy(change) ?? [])
    .filter((key) => readLivePhase(content, key) !== null);
  const experiments = new Set([...listTouchedExperiments(content, changes), ...begun]);
  return [...experiments].map((experiment) => ({ experiment, beginsPhase: begun.includes(experiment) }));
};

/** The experiment that a change adds, or moves to another phase. */
function begunBy(change: Change): string | null {
  if (change.kind !== 'property' && change.kind !== 'document') return null;
  const isBegun = change.kind === 'property' ? change.path === 'phase' : change.isThere;
  return isBegun ? (/^experiments\/(.+)$/.exec(change.document)?.[1] ?? null) : null;
}

import { queryValue } from '#engine/routing/split-url.ts';
import type { TraceSink } from '../types.ts';
import type { Arm } from './arm.ts';
import type { TestedDocument } from './tested-document.ts';
import type { TestedExperiment } from './tested-experiment.ts';

/**
 * Variations forced by `?<experiment key>=<index>`, GrowthBook's convention for previews (X7), in the order of the keys. An unknown
 * variation shows the document itself: a preview never counts.
 */
export function forcedArms(query: string, tested: TestedDocument, trace?: TraceSink): readonly Arm[] {
  const forced: Arm[] = [];
  for (const [key, experiment] of [...tested.forceable].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const value = queryValue(query, key);
    if (value === null) continue;
    const arm = forcedArm(value, experiment, trace);
    const control = { variant: tested.document.document.id, redirects: false };
    forced.push(arm !== null && experiment.obstacle === null ? arm : control);
  }
  return forced;
}

function forcedArm(value: string, { key, arms, obstacle }: TestedExperiment, trace?: TraceSink): Arm | null {
  const index = /^\d{1,2}$/.test(value) ? Number(value) : -1;
  const arm = arms[index];
  if (arm === undefined) {
    trace?.({
      step: 'experiment',
      note: `The URL asks for ${JSON.stringify(value)} of "${key}", whose arms are 0 to ${arms.length - 1}: the document itself is shown, and nobody takes part.`,
    });
    return null;
  }
  const { variation } = arm;
  trace?.({
    step: 'experiment',
    note: `The URL asks for the arm "${variation}" of "${key}"${obstacle === null ? '' : `, which cannot be shown: ${obstacle}`}.`,
    arm: { experiment: key, variation },
  });
  return arm;
}

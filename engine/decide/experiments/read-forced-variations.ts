import { readQueryValue } from '#engine/routing/split-url.ts';
import type { TraceObserver } from '../types.ts';
import type { DocumentVariation } from './document-variation.ts';
import type { DocumentExperiments } from './prepare-tested-document.ts';
import type { PreparedExperiment } from './tested-experiment.ts';

/**
 * Variations forced by `?<experiment key>=<index>`, GrowthBook's convention for previews (X7), in the order of the keys. An unknown
 * variation shows the document itself: a preview never counts.
 */
export function readForcedVariations(
  query: string,
  tested: DocumentExperiments,
  trace?: TraceObserver,
): readonly DocumentVariation[] {
  const forced: DocumentVariation[] = [];
  for (const [key, experiment] of [...tested.forceable].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const value = readQueryValue(query, key);
    if (value === null) continue;
    const chosen = forcedVariation(value, experiment, trace);
    const control = { variant: tested.document.document.id, redirects: false };
    forced.push(chosen !== null && experiment.obstacle === null ? chosen : control);
  }
  return forced;
}

function forcedVariation(
  value: string,
  { key, variations, obstacle }: PreparedExperiment,
  trace?: TraceObserver,
): DocumentVariation | null {
  const index = /^\d{1,2}$/.test(value) ? Number(value) : -1;
  const chosen = variations[index];
  if (chosen === undefined) {
    trace?.({
      step: 'experiment',
      note: `The URL asks for ${JSON.stringify(value)} of "${key}", whose variations are 0 to ${variations.length - 1}: the document itself is shown, without enrolment.`,
    });
    return null;
  }
  const { variation } = chosen;
  trace?.({
    step: 'experiment',
    note: `The URL asks for the variation "${variation}" of "${key}"${obstacle === null ? '' : `, which cannot be shown: ${obstacle}`}.`,
    variation: { experiment: key, variation },
  });
  return chosen;
}

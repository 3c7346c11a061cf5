import type { Site } from '#engine/documents/types.ts';
import type { Clock } from '#server/platform/ports.ts';
import type { ExperimentPorts } from '../drafting.ts';

export interface SplitGeneratorPorts extends ExperimentPorts {
  /** The live documents. */
  readonly documents: () => Site | null;
  readonly clock: Pick<Clock, 'now'>;
}

import type { ResolvedExperiment } from '#engine/documents/types.ts';
import type { Asking } from '#server/admin/room.ts';
import type { ArmWeights } from '#server/site/experiments/arm-weights.ts';
import type { ExperimentResults } from '#server/site/experiments/results/results.ts';
import type { FigureWords } from './figure-words.ts';

export interface Report {
  readonly asking: Asking;
  readonly experiment: ResolvedExperiment;
  readonly results: ExperimentResults;
  /** By hand, whatever the document says. */
  readonly isStopped: boolean;
  readonly weights: ArmWeights;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface Telling extends Report {
  readonly figures: FigureWords;
}

import type { ResolvedExperiment } from '#engine/documents/types.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { VariationWeights } from '#server/site/experiments/variation-weights.ts';
import type { ExperimentResults } from '#server/site/experiments/results/results.ts';
import type { FigureFormats } from './figure-formats.ts';

export interface Report {
  readonly request: AdminRequest;
  readonly experiment: ResolvedExperiment;
  readonly results: ExperimentResults;
  /** Stopped by a staff user, regardless of the document. */
  readonly isStopped: boolean;
  readonly weights: VariationWeights;
  /** Whether the experiment is concluded in a draft. */
  readonly isDrafting: boolean;
  /** See `ExperimentPorts`. */
  readonly hasGrowthBook: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface ReportContext extends Report {
  readonly figures: FigureFormats;
}

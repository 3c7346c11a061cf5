import type { Site } from '#engine/documents/types.ts';
import type { Database } from '#server/platform/database/open-database.ts';
import type { Clock } from '#server/platform/ports.ts';
import type { SwitchRequest } from '#server/site/experiments/switches.ts';
import type { UnavailableVariations } from '#server/site/experiments/unavailable-variations.ts';
import type { VariationWeights } from '#server/site/experiments/variation-weights.ts';
import type { ExperimentPorts } from '../drafting.ts';

export const RESULTS_PAGE = '/admin/results';

export interface ResultsPorts extends ExperimentPorts {
  readonly database: Database;
  readonly clock: Clock;
  /** The live documents. */
  readonly documents: () => Site | null;
  switchExperiment(wish: SwitchRequest): Promise<boolean>;
  /** Page weights by variation, as measured by this process. */
  readonly variationWeights: VariationWeights;
  readonly unavailableVariations: Pick<UnavailableVariations, 'all'>;
  /** Publications in the current phase that changed the content of an experiment, newest first. */
  listChanges(experiment: string): Promise<readonly PublishedChange[]>;
  /** Share of a variation's visitors per day from which results name a network. */
  readonly networkShare: number;
}

export interface PublishedChange {
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly note: string;
  readonly beginsPhase: boolean;
}

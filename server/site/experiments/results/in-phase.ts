import type { ResolvedExperiment } from '#engine/documents/types.ts';

/**
 * The experiment as configured in one of its phases; an earlier phase is ended.
 *
 * @returns `null` for a phase that was never live
 */
export function inPhase(experiment: ResolvedExperiment, phase: number): ResolvedExperiment | null {
  if (phase === experiment.phase) return experiment;
  const past = experiment.earlier.find((each) => each.phase === phase);
  if (past === undefined) return null;
  const { document } = experiment;
  const variations = past.variations.map((variation) => ({ ...variation, variant: document }));
  return {
    ...experiment,
    status: 'paused',
    phase,
    seed: past.seed,
    feature: past.feature,
    exposeOn: past.exposeOn,
    variations,
  };
}

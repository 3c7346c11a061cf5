/** Variations, exposures and cookies of a visitor of a document. */
export { type VariationsDecision, withoutVariations } from './variations-decision.ts';
export { decideVariations } from './decide-variations.ts';
export { findShownExperiments as experimentsShownAt } from './find-shown-experiments.ts';
export { expiredCookies, isUnstored, recordExposures } from './exposures.ts';
export {
  type ForceableExperiment,
  listForceableExperiments as forceableExperiments,
} from './list-forceable-experiments.ts';
export {
  countsWhenSeen,
  type IsKnownAssignment,
  createIsKnownAssignment as knownAssignments,
  findExperimentDocument,
} from './known-assignment.ts';
export { recordShownBlock } from './record-shown-block.ts';
export { prepareTestedDocument as testedDocument } from './prepare-tested-document.ts';
export type { PreparedExperiment } from './tested-experiment.ts';
export type { ExperimentFacts, Exposure, FeatureUsage, SignAssignments, SurplusVisit } from './types.ts';

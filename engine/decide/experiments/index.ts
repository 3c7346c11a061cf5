/** Variations, exposures and cookies of a visitor of a document. */
export { type VariationsDecision, withoutVariations } from './variations-decision.ts';
export { decideVariations } from './decide-variations.ts';
export { experimentsShownAt } from './experiments-shown-at.ts';
export { expiredCookies, isUnstored, recordExposures } from './exposures.ts';
export { type ForceableExperiment, forceableExperiments } from './forceable-experiments.ts';
export {
  countsWhenSeen,
  type IsKnownAssignment,
  knownAssignments,
  findExperimentDocument,
} from './known-assignment.ts';
export { recordShownBlock } from './record-shown-block.ts';
export { testedDocument } from './tested-document.ts';
export type { PreparedExperiment } from './tested-experiment.ts';
export type { ExperimentFacts, Exposure, FeatureUsage, SignAssignments, SurplusVisit } from './types.ts';

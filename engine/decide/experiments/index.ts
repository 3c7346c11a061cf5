/** Variations, exposures and cookies of a visitor of a document. */
export { type ArmsDecision, withoutArms } from './arms-decision.ts';
export { decideArms } from './decide-arms.ts';
export { experimentsShownAt } from './experiments-shown-at.ts';
export { expiredCookies, isUnstored, recordExposures } from './exposures.ts';
export { type ForceableExperiment, forceableExperiments } from './forceable-experiments.ts';
export { countsWhenSeen, type IsKnownAssignment, knownAssignments, landingOf } from './known-assignment.ts';
export { recordSeen } from './seen-block.ts';
export { testedDocument } from './tested-document.ts';
export type { TestedExperiment } from './tested-experiment.ts';
export type { ExperimentFacts, Exposure, FeatureUsage, SignAssignments, SurplusVisit } from './types.ts';

/** Which arms of which experiments a visitor of a document gets, and what is counted and remembered of it. */
export { baseOf, chooseArms, type Choice } from './decide-arms.ts';
export { remember } from './exposures.ts';
export { type ForcibleExperiment, forcibleExperiments } from './forcible-experiments.ts';
export { type PlannedExperiment, testedDocument } from './tested-document.ts';
export type { ExperimentFacts, Exposure, FeatureUse } from './types.ts';

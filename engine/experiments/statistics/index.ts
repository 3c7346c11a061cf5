export { type BayesianOptions, type Belief, bayesianBelief, type Prior } from './bayesian.ts';
export { type FrequentistOptions, frequentistTest, type Test } from './frequentist.ts';
export { deviation, differenceP, uniformP } from './goodness-of-fit.ts';
export type { Difference, Interval, Proportion } from './proportions.ts';
export { sampleRatioP } from './sample-ratio.ts';
export { minimumDetectableEffect, type Plan, visitorsNeeded } from './sample-size.ts';
export { type SequentialOptions, sequentialTest } from './sequential.ts';

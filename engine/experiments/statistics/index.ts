export { bayesianPosterior, type Prior } from './bayesian-posterior.ts';
export { frequentistTest } from './frequentist-test.ts';
export { deviation, differenceP, uniformP } from './goodness-of-fit.ts';
export { adjustedByHolm, type Interaction, interaction } from './interaction.ts';
export type { DifferenceType, Interval, Proportion } from './proportions.ts';
export { sampleRatioP } from './sample-ratio.ts';
export { minimumDetectableEffect, type Plan, visitorsNeeded } from './sample-size.ts';
export { sequentialTest } from './sequential.ts';

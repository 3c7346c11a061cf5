export { bayesianPosterior, type Prior } from './bayesian.ts';
export { frequentistTest } from './frequentist.ts';
export { deviation, differenceP, uniformP } from './goodness-of-fit.ts';
export { adjustedByHolm, type Interaction, interaction } from './interaction.ts';
export type { Difference, Interval, Proportion } from './proportions.ts';
export { sampleRatioP } from './sample-ratio.ts';
export { minimumDetectableEffect, type Plan, visitorsNeeded } from './sample-size.ts';
export { sequentialTest } from './sequential.ts';

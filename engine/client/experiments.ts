/** Tells the data layer which arms a visitor was given (X2). Loaded once statistics are agreed to and an arm is not told yet. */
import { tellArms } from './tracking/tell-arms.ts';

tellArms();

export { tellArms };

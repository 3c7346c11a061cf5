/** Gives the data layer what the visitor agreed to. Loaded with consent to something, and never before. */
import { sync } from './tracking/sync.ts';

sync();

export { sync };

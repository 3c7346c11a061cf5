/** Pushes consented events to the data layer. Loaded after any consent only. */
import { sync } from './tracking/sync.ts';

sync();

export { sync };

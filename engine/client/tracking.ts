/** Gives the data layer what the visitor agreed to. Loaded with consent to something, and never before. */
import { ARMS_COOKIE } from '#engine/base/experiment-cookies.ts';
import { readCookie } from './parts/cookies.ts';
import { sync } from './tracking/sync.ts';

sync();
// Nobody else's page says anything about an arm.
if (readCookie(ARMS_COOKIE) !== undefined) void import('./tracking/paint.ts');

export { sync };

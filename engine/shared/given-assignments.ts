import { escapePart, unescapePart } from './cookie-parts.ts';
import { readStickyAssignments, type StickyAssignment, writeStickyAssignments } from './experiment-cookies.ts';

/*
 * Assignments of experiments that count a visitor only once a block was seen (N26) stand behind the others in `vitrine_arms`, as
 * `<bucket>*<variation>*<time>`: whoever reads or marks assignments that count, browsers and earlier releases among them, passes over them.
 */

/** @returns as `readStickyAssignments`, those that do not count yet */
export function readGivenAssignments(cookie: string): readonly StickyAssignment[] {
  if (!cookie.includes('*')) return [];
  const entries = cookie.split('!').filter((entry) => !entry.includes('~') && entry.includes('*'));
  const parts = entries.map((entry) => entry.split('*').map((part) => escapePart(unescapePart(part))));
  return readStickyAssignments(parts.map(([bucket, variation, time]) => [bucket, variation, time].join('~')).join('!'));
}

/** The whole cookie. */
export function writeAssignments(counted: readonly StickyAssignment[], given: readonly StickyAssignment[]): string {
  const waiting = writeStickyAssignments(given.map((each) => ({ ...each, stored: false, reported: undefined })));
  return [writeStickyAssignments(counted), waiting.replaceAll('~', '*')].filter((part) => part !== '').join('!');
}

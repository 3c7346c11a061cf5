import { escapePart, unescapePart } from './cookie-parts.ts';
import { readStickyAssignments, type StickyAssignment, writeStickyAssignments } from './experiment-cookies.ts';

/*
 * Assignments of experiments that count a visitor once a block was seen (N26) follow the others in `vitrine_arms` as
 * `<bucket>*<variation>*<time>`, which readers of counted assignments skip, including browsers and earlier releases.
 */

/** @returns as `readStickyAssignments`, assignments that are not counted yet */
export function readGivenAssignments(cookie: string): readonly StickyAssignment[] {
  if (!cookie.includes('*')) return [];
  const entries = cookie.split('!').filter((entry) => !entry.includes('~') && entry.includes('*'));
  const parts = entries.map((entry) => entry.split('*').map((part) => escapePart(unescapePart(part))));
  return readStickyAssignments(parts.map(([bucket, variation, time]) => [bucket, variation, time].join('~')).join('!'));
}

/** The complete cookie value. */
export function writeAssignments(counted: readonly StickyAssignment[], given: readonly StickyAssignment[]): string {
  const waiting = writeStickyAssignments(given.map((each) => ({ ...each, stored: false, reported: undefined })));
  return [writeStickyAssignments(counted), waiting.replaceAll('~', '*')].filter((part) => part !== '').join('!');
}

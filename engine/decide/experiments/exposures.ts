import {
  ARMS_COOKIE,
  experimentOfBucket,
  LONGEST_COOKIE,
  readStickyAssignments,
  type StickyAssignment,
  VISITOR_COOKIE,
  type VisitorId,
  writeStickyAssignments,
  writeVisitorId,
} from '#engine/base/experiment-cookies.ts';
import type { Assignment, VisitorAttributes } from '#engine/experiments/flags.ts';
import type { SetCookie } from '../types.ts';
import type { Exposure } from './types.ts';

export interface Enrolment {
  /** `null` when no experiment is meant for this visitor. */
  readonly visitor: VisitorId | null;
  /** What the visitor's cookie says. */
  readonly cookie: VisitorId | null;
  /** Statistics are agreed to: what is remembered outlives the session. */
  readonly lasting: boolean;
  /** Assignments whose arms are shown and that the visitor's cookie does not hold. */
  readonly newAssignments: readonly Assignment[];
  /** The cookie of assignments. */
  readonly sticky: string;
  /** It holds an assignment that is not stored under the visitor's id. */
  readonly hasUnstored: boolean;
  readonly now: number;
  readonly attributes: VisitorAttributes;
}

export interface RecordedExposures {
  readonly exposures: readonly Exposure[];
  readonly cookies: readonly SetCookie[];
}

const NOTHING_NEW: RecordedExposures = { exposures: [], cookies: [] };

/**
 * What a visit adds to what is known of a visitor: an exposure once per experiment, stamped when it is evaluated, and the cookies
 * that remember it. Before consent nothing outlives the session; once statistics are agreed to, the assignments of the session
 * keep their times and their id (N7).
 */
export function recordExposures(enrolment: Enrolment): RecordedExposures {
  const { visitor, cookie, lasting, newAssignments, hasUnstored, now, attributes } = enrolment;
  if (visitor === null) return NOTHING_NEW;
  const isKept = cookie !== null && cookie.lasting === lasting;
  if (isKept && newAssignments.length === 0 && !(lasting && hasUnstored)) return NOTHING_NEW;

  const sticky = readStickyAssignments(enrolment.sticky);
  const toStore = lasting ? sticky.filter(({ stored }) => !stored) : [];
  const at = Math.floor(now / 1000) * 1000;
  const replaced = new Set(newAssignments.map(({ bucket }) => bucket));
  const remembered = [
    ...sticky
      .filter(({ bucket }) => !replaced.has(bucket))
      .map((assignment) => (lasting ? { ...assignment, stored: true } : assignment)),
    ...newAssignments.map(({ bucket, variation }): StickyAssignment => ({ bucket, variation, at, stored: lasting })),
  ];
  const id = lasting ? visitor.id : null;
  const exposures = [
    ...newAssignments.map(({ experiment, variation }): Exposure => {
      return { experiment, variation, id, at: now, isFirst: true, attributes };
    }),
    ...toStore
      .filter(({ bucket }) => !replaced.has(bucket))
      .map((assignment): Exposure => {
        const { bucket, variation } = assignment;
        return { experiment: experimentOfBucket(bucket), variation, id, at: assignment.at, isFirst: false, attributes };
      }),
  ];
  return { exposures, cookies: cookiesOf({ id: visitor.id, lasting }, remembered) };
}

/** The browser's own queue reads both, so that pages need not repeat them. */
function cookiesOf(visitor: VisitorId, assignments: readonly StickyAssignment[]): readonly SetCookie[] {
  const life = { maxAge: visitor.lasting ? LONGEST_COOKIE : null, httpOnly: false };
  const id: SetCookie = { name: VISITOR_COOKIE, value: writeVisitorId(visitor), ...life };
  if (assignments.length === 0) return [id];
  return [id, { name: ARMS_COOKIE, value: writeStickyAssignments(assignments), ...life }];
}

/** Takes the cookies of experiments away. */
export const expiredCookies: readonly SetCookie[] = [VISITOR_COOKIE, ARMS_COOKIE].map((name) => ({
  name,
  value: '',
  maxAge: 0,
  httpOnly: false,
}));

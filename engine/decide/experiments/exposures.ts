import {
  ASSIGNMENTS_COOKIE,
  readBucketExperiment,
  MAX_COOKIE_SECONDS,
  readBucketPhase,
  readStickyAssignments,
  type StickyAssignment,
  VISITOR_COOKIE,
  type VisitorId,
  writeVisitorId,
} from '#engine/shared/experiment-cookies.ts';
import { readGivenAssignments, writeAssignments } from '#engine/shared/given-assignments.ts';
import type { Assignment } from '#engine/experiments/feature-result.ts';
import type { VisitorAttributes } from '#engine/experiments/flags.ts';
import type { SetCookie } from '../types.ts';
import type { IsKnownAssignment } from './known-assignment.ts';
import type { Exposure, SignAssignments } from './types.ts';

export interface ExposureInput {
  /** `null` if no experiment applies to this visitor. */
  readonly visitor: VisitorId | null;
  /** Assignments of the visitor's cookie. */
  readonly cookie: VisitorId | null;
  /** Consent to statistics: cookies outlive the session. */
  readonly lasting: boolean;
  /** Assignments with a shown variation that are not in the visitor's cookie. */
  readonly newAssignments: readonly Assignment[];
  /** The assignment cookie. */
  readonly sticky: string;
  /** Whether visitors of an experiment count only once they have seen a block. */
  readonly countsWhenSeen: (experiment: string) => boolean;
  /** The assignment cookie has a known assignment that is not stored under the visitor's id. */
  readonly hasUnstored: boolean;
  readonly isKnown: IsKnownAssignment;
  /** Of the documents. */
  readonly revision: string;
  readonly now: number;
  readonly sign: SignAssignments | undefined;
  readonly attributes: VisitorAttributes;
  /** ISO 3166-1 alpha-2, or empty. Called only for new exposures, because it is a look-up. */
  readonly country: () => string;
  /** The tested document of an experiment; empty if unknown. */
  readonly findLanding: (experiment: string) => string;
}

export interface RecordedExposures {
  readonly exposures: readonly Exposure[];
  readonly cookies: readonly SetCookie[];
  /** See `VariationsDecision.assignments`. */
  readonly assignments?: string;
}

const NOTHING_NEW: RecordedExposures = { exposures: [], cookies: [] };

/**
 * Exposures and cookies of a visit: one exposure per phase of an experiment, with the time of its evaluation. Without
 * consent nothing outlives the session; on consent to statistics, the assignments of the session
 * keep their times and their id (N7).
 */
export function recordExposures(input: ExposureInput): RecordedExposures {
  const { visitor, cookie, lasting, hasUnstored, isKnown, revision, now, sign, attributes } = input;
  if (visitor === null) return NOTHING_NEW;
  const isStored = cookie !== null && cookie.lasting === lasting;
  if (isStored && input.newAssignments.length === 0 && !(lasting && hasUnstored)) return NOTHING_NEW;

  const sticky = readStickyAssignments(input.sticky);
  const toStore = lasting ? sticky.filter((assignment) => isUnstored(assignment) && isKnown(assignment)) : [];
  const at = Math.floor(now / 1000) * 1000;
  const newAssignments = input.newAssignments.filter(({ experiment }) => !input.countsWhenSeen(experiment));
  const given = givenAfter(input, at);
  const replaced = new Set(newAssignments.map(({ bucket }) => bucket));
  const remembered = [
    ...sticky
      .filter(({ bucket }) => !replaced.has(bucket))
      .map((assignment) => (toStore.includes(assignment) ? { ...assignment, stored: true } : assignment)),
    ...newAssignments.map(({ bucket, variation }): StickyAssignment => ({ bucket, variation, at, stored: lasting })),
  ];
  const id = lasting ? visitor.id : null;
  const remembering = (): Omit<RecordedExposures, 'exposures'> => {
    const assignments = writeAssignments(remembered, given);
    return { assignments, cookies: createVisitorCookies({ id: visitor.id, lasting }, assignments, { sign, now }) };
  };
  const later = toStore.filter(({ bucket }) => !replaced.has(bucket));
  if (newAssignments.length + later.length === 0) return { exposures: [], ...remembering() };
  const { country, findLanding } = input;
  const known = { ...attributes, applicationCountry: country() };
  const started = Math.min(...sticky.map((each) => each.at));
  // One object for all experiments of a page, because a first visit has many exposures.
  let shared: Exposure['attributes'] | undefined;
  const addLanding = (landing: string): Exposure['attributes'] => {
    if (shared?.landing !== landing) {
      const visit = cookie === null ? 'new' : 'returning';
      shared = { ...known, visit, landing, consent: lasting ? 'given' : 'unknown' };
    }
    return shared;
  };
  const exposures = [
    ...newAssignments.map(({ experiment, bucket, variation }): Exposure => {
      const own = addLanding(findLanding(experiment));
      const phase = readBucketPhase(bucket);
      return { experiment, phase, variation, id, once: cookie?.id, at: now, isFirst: true, revision, attributes: own };
    }),
    ...later.map(({ bucket, variation, at: evaluated }): Exposure => {
      const [experiment, phase] = [readBucketExperiment(bucket), readBucketPhase(bucket)];
      // The first assignments of a session belong to its new id.
      const visit = cookie?.lasting !== true && evaluated === started ? 'new' : 'returning';
      const own = { ...known, visit, landing: findLanding(experiment), consent: 'later' } as const;
      return { experiment, phase, variation, id, at: evaluated, isFirst: false, revision: '', attributes: own };
    }),
  ];
  return { exposures, ...remembering() };
}

/** Assignments that do not count yet. */
function givenAfter(
  { newAssignments, sticky, countsWhenSeen }: ExposureInput,
  at: number,
): readonly StickyAssignment[] {
  const added = newAssignments.filter(({ experiment }) => countsWhenSeen(experiment));
  // Assignments of an experiment without `exposeOn` count immediately.
  const replaced = new Set(newAssignments.map(({ bucket }) => bucket));
  return [
    ...readGivenAssignments(sticky).filter(({ bucket }) => !replaced.has(bucket)),
    ...added.map(({ bucket, variation }): StickyAssignment => ({ bucket, variation, at, stored: false })),
  ];
}

/**
 * The browser's own queue reads both, so that pages need not repeat them. The assignment cookie is absent without assignments; a signed
 * empty one proves that the server issued the id.
 *
 * @param assignments see `writeAssignments`
 */
export function createVisitorCookies(visitor: VisitorId, assignments: string, signing: Signing): readonly SetCookie[] {
  return prepareVisitorCookies(assignments, signing)(visitor);
}

/** As `createVisitorCookies`, for all visitors with the same assignments. */
export function prepareVisitorCookies(
  assignments: string,
  { sign, now }: Signing,
): (visitor: VisitorId) => readonly SetCookie[] {
  const write = sign === undefined ? () => assignments : sign(assignments, now);
  return (visitor) => {
    const id = buildVisitorCookie(visitor);
    const value = write(id.value);
    return value === '' ? [id] : [id, { ...id, name: ASSIGNMENTS_COOKIE, value }];
  };
}

export interface Signing {
  readonly sign: SignAssignments | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Assignments that have to be stored. */
export const isUnstored = ({ stored, unproven }: StickyAssignment): boolean => !stored && unproven !== true;

/** The id cookie. */
function buildVisitorCookie(visitor: VisitorId): SetCookie {
  const maxAge = visitor.lasting ? MAX_COOKIE_SECONDS : null;
  return { name: VISITOR_COOKIE, value: writeVisitorId(visitor), maxAge, httpOnly: false };
}

/** Removes the cookies of experiments. */
export const expiredCookies: readonly SetCookie[] = [VISITOR_COOKIE, ASSIGNMENTS_COOKIE].map((name) => ({
  name,
  value: '',
  maxAge: 0,
  httpOnly: false,
}));

import {
  ASSIGNMENTS_COOKIE,
  readBucketExperiment,
  readBucketPhase,
  readStickyAssignments,
  readVisitorId,
  type StickyAssignment,
  VISITOR_COOKIE,
} from '#engine/shared/experiment-cookies.ts';
import { readGivenAssignments, writeAssignments } from '#engine/shared/given-assignments.ts';
import type { Consent } from '#engine/shared/consent.ts';
import type { VisitorAttributes } from '#engine/experiments/flags.ts';
import { createVisitorCookies, type RecordedExposures } from './exposures.ts';
import type { IsKnownAssignment } from './known-assignment.ts';
import type { Exposure, SignAssignments } from './types.ts';

/** A browser reports that the block of an experiment has been seen. */
export interface ExposedBlock {
  readonly experiment: string;
  /** `page`: without scripts, only sending the page is known. */
  readonly shown: 'block' | 'page';
  readonly cookies: Readonly<Record<string, string>>;
  readonly consent: Consent | null;
  /** Whether the assignment still exists. */
  readonly isLive: IsKnownAssignment;
  /** Of the documents. */
  readonly revision: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly sign: SignAssignments | undefined;
  readonly attributes: VisitorAttributes;
  /** The document that the experiment tests. */
  readonly landing: string;
}

const NOTHING: RecordedExposures = { exposures: [], cookies: [] };

/**
 * Counts a visitor's waiting assignments of an experiment: once, because they are then
 * among the counted ones (N26). Without the cookies of an assigned visitor the report has no effect.
 */
export function recordShownBlock(seen: ExposedBlock): RecordedExposures {
  const { experiment, cookies, consent, isLive, now, shown, landing, revision } = seen;
  const visitor = readVisitorId(cookies[VISITOR_COOKIE]);
  const agrees = consent?.includes('statistics') === true;
  // Consent was withdrawn: the next page removes the cookies.
  if (visitor === null || (visitor.lasting && !agrees)) return NOTHING;
  const given = readGivenAssignments(cookies[ASSIGNMENTS_COOKIE] ?? '');
  const counted = given.filter((each) => readBucketExperiment(each.bucket) === experiment && isLive(each));
  if (counted.length === 0) return NOTHING;
  const sticky = readStickyAssignments(cookies[ASSIGNMENTS_COOKIE]);
  const isCounted = ({ bucket, variation }: StickyAssignment): boolean =>
    sticky.some((each) => each.bucket === bucket && each.variation === variation);
  const first = Math.min(...[...sticky, ...given].map(({ at }) => at));
  const { lasting } = visitor;
  const fresh = counted.filter((each) => !isCounted(each));
  const exposures = fresh.map(({ bucket, variation, at }): Exposure => ({
    experiment,
    phase: readBucketPhase(bucket),
    variation,
    at: now,
    id: lasting ? visitor.id : null,
    once: visitor.id,
    isFirst: true,
    revision,
    attributes: {
      ...seen.attributes,
      visit: at === first ? 'new' : 'returning',
      landing,
      consent: lasting ? 'given' : 'unknown',
      shown,
    },
  }));
  const replaced = new Set(fresh.map(({ bucket }) => bucket));
  const at = Math.floor(now / 1000) * 1000;
  const remembered = [
    ...sticky.filter(({ bucket }) => !replaced.has(bucket)),
    ...fresh.map(({ bucket, variation }): StickyAssignment => ({ bucket, variation, at, stored: lasting })),
  ];
  const left = given.filter((each) => !counted.includes(each));
  return { exposures, cookies: createVisitorCookies(visitor, writeAssignments(remembered, left), seen) };
}

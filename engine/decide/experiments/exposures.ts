import {
  ARMS_COOKIE,
  experimentOfBucket,
  type GivenArm,
  LONGEST_COOKIE,
  VISITOR_COOKIE,
  type VisitorId,
  writeGivenArms,
  writeVisitorId,
} from '#engine/base/experiment-cookies.ts';
import type { AssignedExperiment, VisitorAttributes } from '#engine/experiments/flags.ts';
import type { SetCookie } from '../types.ts';
import type { Exposure } from './types.ts';

export interface Enrolment {
  /** `null` when no experiment is meant for this visitor. */
  readonly visitor: VisitorId | null;
  /** What the cookie said. */
  readonly brought: VisitorId | null;
  /** Statistics are agreed to: what is remembered outlives the session. */
  readonly lasting: boolean;
  /** Experiments that the visitor was not yet given an arm of. */
  readonly fresh: readonly AssignedExperiment[];
  readonly given: readonly GivenArm[];
  readonly now: number;
  readonly attributes: VisitorAttributes;
}

export interface Memory {
  readonly exposures: readonly Exposure[];
  readonly cookies: readonly SetCookie[];
}

const NOTHING_NEW: Memory = { exposures: [], cookies: [] };

/**
 * What a visit adds to what is known of a visitor: an exposure once per experiment, stamped when it is evaluated, and the cookies
 * that remember it. Before consent nothing outlives the session; once statistics are agreed to, the arms of the session keep
 * their times and their id (N7).
 */
export function remember(enrolment: Enrolment): Memory {
  const { visitor, brought, lasting, fresh, given, now, attributes } = enrolment;
  if (visitor === null) return NOTHING_NEW;
  const toStore = lasting ? given.filter(({ stored }) => !stored) : [];
  const isKept = brought !== null && brought.lasting === lasting;
  if (isKept && fresh.length === 0 && toStore.length === 0) return NOTHING_NEW;

  const at = Math.floor(now / 1000) * 1000;
  const replaced = new Set(fresh.map(({ bucket }) => bucket));
  const remembered = [
    ...given.filter(({ bucket }) => !replaced.has(bucket)).map((arm) => (lasting ? { ...arm, stored: true } : arm)),
    ...fresh.map(({ bucket, variation }): GivenArm => ({ bucket, variation, at, stored: lasting })),
  ];
  const id = lasting ? visitor.id : null;
  const exposures = [
    ...fresh.map((experiment): Exposure => exposureOf(experiment, { id, at: now, isFirst: true, attributes })),
    ...toStore
      .filter(({ bucket }) => !replaced.has(bucket))
      .map((arm): Exposure => exposureOf(toExperiment(arm), { id, at: arm.at, isFirst: false, attributes })),
  ];
  return { exposures, cookies: cookiesOf({ id: visitor.id, lasting }, remembered) };
}

/** Whether a visitor was given this very arm before. */
export function isGiven(given: readonly GivenArm[], { bucket, variation }: AssignedExperiment): boolean {
  return given.some((arm) => arm.bucket === bucket && arm.variation === variation);
}

/** An arm of the session belongs to the experiment that its bucket names. */
function toExperiment({ bucket, variation }: GivenArm): Pick<AssignedExperiment, 'key' | 'variation'> {
  return { key: experimentOfBucket(bucket), variation };
}

function exposureOf(
  { key, variation }: Pick<AssignedExperiment, 'key' | 'variation'>,
  { id, at, isFirst, attributes }: Pick<Exposure, 'id' | 'at' | 'isFirst' | 'attributes'>,
): Exposure {
  return { experiment: key, variation, id, at, isFirst, attributes };
}

/** The browser's own queue reads both, so that pages need not repeat them. */
function cookiesOf(visitor: VisitorId, arms: readonly GivenArm[]): readonly SetCookie[] {
  const life = { maxAge: visitor.lasting ? LONGEST_COOKIE : null, httpOnly: false };
  const id: SetCookie = { name: VISITOR_COOKIE, value: writeVisitorId(visitor), ...life };
  return arms.length === 0 ? [id] : [id, { name: ARMS_COOKIE, value: writeGivenArms(arms), ...life }];
}

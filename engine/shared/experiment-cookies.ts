import { escapePart, unescapePart } from './cookie-parts.ts';

/** Holds the visitor's id for experiments: only for the session until statistics are agreed to (N7). */
export const VISITOR_COOKIE = 'vitrine_visitor';

/** Holds a visitor's assignments: GrowthBook's sticky buckets, with the time at which each was evaluated. */
export const ASSIGNMENTS_COOKIE = 'vitrine_arms';

/** Seconds: browsers keep no cookie longer than 400 days. */
export const MAX_COOKIE_SECONDS = 34_560_000;

/** Events of the data layer about a variation that a visitor saw (X2): the site's own, and GrowthBook's. */
const experimentEvents = ['assign_experiment', 'experiment_viewed'] as const;

/** What the data layer gets about a variation that a visitor saw. */
export interface ExperimentEvent {
  readonly event: (typeof experimentEvents)[number];
  readonly experiment_id: string;
  readonly variation_id: string;
  readonly acq_anonymous_id: string;
  /** ISO 8601: when the variation was evaluated, not when the event is sent. */
  readonly timestamp: string;
}

/** The events for all assignments that the data layer does not have yet, from the values of the two cookies; none without an id. */
export function listExperimentEvents(
  visitor: string | undefined,
  variations: string | undefined,
): readonly ExperimentEvent[] {
  const id = readVisitorId(visitor);
  if (id === null) return [];
  const unreported = readStickyAssignments(variations).filter(({ reported }) => reported !== true);
  return unreported.flatMap(({ bucket, variation, at }) =>
    experimentEvents.map((event) => ({
      event,
      experiment_id: readBucketExperiment(bucket),
      variation_id: variation,
      acq_anonymous_id: id.id,
      timestamp: new Date(at).toISOString(),
    })),
  );
}

export interface VisitorId {
  readonly id: string;
  /** The cookie outlives the session, because statistics were agreed to. */
  readonly lasting: boolean;
}

const VISITOR = /^([A-Za-z0-9_-]{16,64})(\.1)?$/;

/** Reads the cookie of the visitor's id; `null` when there is none, or it holds something else. */
export function readVisitorId(value: string | undefined): VisitorId | null {
  const [, id, lasting] = (value === undefined ? null : VISITOR.exec(value)) ?? [];
  return id === undefined ? null : { id, lasting: lasting !== undefined };
}

export function writeVisitorId({ id, lasting }: VisitorId): string {
  return lasting ? `${id}.1` : id;
}

/** An assignment that a visitor's cookie keeps. */
export interface StickyAssignment {
  /** GrowthBook's key of a sticky bucket: `<experiment key>__<bucket version>`. */
  readonly bucket: string;
  /** Key of the variation. */
  readonly variation: string;
  /** Milliseconds since the epoch, whole seconds: when it was first evaluated. */
  readonly at: number;
  /** The exposure was stored under the visitor's id. */
  readonly stored: boolean;
  /** The data layer knows of it, which takes consent: nothing is reported that is not stored. */
  readonly reported?: true;
  /** No signature says that the server gave it, but the visitor's id gives the same now: nothing is counted or stored of it. */
  readonly unproven?: true;
}

/** Behind the time of an assignment; earlier releases read the time alone. */
const UNPROVEN = '.';

/** Browsers keep cookies up to 4 KB; the newest assignments matter. */
const MAX_ASSIGNMENTS = 40;

/** Keys as databases take them: no control characters, short enough for an index. */
const KEY = /^[^\p{Cc}]{1,250}$/u;
/** Seconds since the epoch until the year 10000, which no database and no date reads alike. */
const END_OF_TIME = 253_402_300_800;

/** Reads the cookie of assignments; entries that cannot be read or stored are left out: anybody may write the cookie. */
export function readStickyAssignments(value: string | undefined): readonly StickyAssignment[] {
  if (value === undefined || value === '') return [];
  return value
    .split('!')
    .slice(0, MAX_ASSIGNMENTS)
    .flatMap((entry) => {
      const [bucket = '', variation = '', time = '', mark] = entry.split('~').map(unescapePart);
      const seconds = Number.parseInt(time, 36);
      if (!KEY.test(bucket) || !KEY.test(variation) || !(seconds >= 0 && seconds < END_OF_TIME)) return [];
      return [
        {
          bucket,
          variation,
          at: seconds * 1000,
          stored: mark === '1' || mark === '2',
          reported: mark === '2' ? true : undefined,
          ...(time.endsWith(UNPROVEN) && { unproven: true as const }),
        },
      ];
    });
}

export function writeStickyAssignments(assignments: readonly StickyAssignment[]): string {
  return assignments
    .slice(-MAX_ASSIGNMENTS)
    .map(({ bucket, variation, at, stored, reported, unproven }) => {
      const mark = reported ? '~2' : stored ? '~1' : '';
      return `${escapePart(bucket)}~${escapePart(variation)}~${Math.floor(at / 1000).toString(36)}${unproven ? UNPROVEN : ''}${mark}`;
    })
    .join('!');
}

/** The value of the cookie once the data layer has every assignment in it. */
export function markReported(cookie: string): string {
  return cookie.replaceAll(ENTRY, '$1~2');
}

/** Assignments of the cookie without what scripts note beside them. */
export function unmarkedAssignments(cookie: string): string {
  return cookie.replaceAll(ENTRY, '$1');
}

/** Bucket, variation and time of an assignment in the cookie, with its mark. */
const ENTRY = /(?<![^!])([^~!]*~[^~!]*~[^~!]*)[^!]*/g;

/** Phase of an experiment → GrowthBook's bucket version: the first phase has version 0. */
export function toBucketVersion(phase: number): number {
  return phase - 1;
}

/** Phase of the experiment that a sticky bucket belongs to, from 1. */
export function readBucketPhase(bucket: string): number {
  return Number(/__(\d+)$/.exec(bucket)?.[1] ?? 0) + 1;
}

/** Key of the experiment that a sticky bucket belongs to. */
export function readBucketExperiment(bucket: string): string {
  return bucket.replace(/__\d+$/, '');
}

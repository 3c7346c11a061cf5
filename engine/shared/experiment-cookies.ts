import { escapePart, unescapePart } from './cookie-parts.ts';

/** Cookie with the visitor's id for experiments; a session cookie until consent to statistics (N7). */
export const VISITOR_COOKIE = 'vitrine_visitor';

/** Cookie with a visitor's assignments: GrowthBook's sticky buckets, with the time of each evaluation. */
export const ASSIGNMENTS_COOKIE = 'vitrine_arms';

/** Seconds; browsers limit cookies to 400 days. */
export const MAX_COOKIE_SECONDS = 34_560_000;

/** Data layer events about a variation that a visitor saw (X2): the site's own, and GrowthBook's. */
const experimentEvents = ['assign_experiment', 'experiment_viewed'] as const;

/** Data layer event about a variation that a visitor saw. */
export interface ExperimentEvent {
  readonly event: (typeof experimentEvents)[number];
  readonly experiment_id: string;
  readonly variation_id: string;
  readonly acq_anonymous_id: string;
  /** ISO 8601; time of the evaluation, not of sending. */
  readonly timestamp: string;
}

/** Events for all assignments that were not reported yet, from the values of both cookies; none without an id. */
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
  /** Whether the cookie is persistent, with consent to statistics. */
  readonly lasting: boolean;
}

const VISITOR = /^([A-Za-z0-9_-]{16,64})(\.1)?$/;

/** Parses the visitor id cookie; `null` when missing or invalid. */
export function readVisitorId(value: string | undefined): VisitorId | null {
  const [, id, lasting] = (value === undefined ? null : VISITOR.exec(value)) ?? [];
  return id === undefined ? null : { id, lasting: lasting !== undefined };
}

export function writeVisitorId({ id, lasting }: VisitorId): string {
  return lasting ? `${id}.1` : id;
}

/** An assignment in a visitor's cookie. */
export interface StickyAssignment {
  /** GrowthBook's key of a sticky bucket: `<experiment key>__<bucket version>`. */
  readonly bucket: string;
  /** Key of the variation. */
  readonly variation: string;
  /** Time of the first evaluation in milliseconds since the epoch, in whole seconds. */
  readonly at: number;
  /** Whether the exposure was stored under the visitor's id. */
  readonly stored: boolean;
  /** Whether it was reported to the data layer, which requires consent: only stored ones are. */
  readonly reported?: true;
  /** Without a valid signature, but equal to what the visitor's id would get now: nothing is counted or stored. */
  readonly unproven?: true;
}

/** Appended to the time of an assignment; earlier releases read only the time. */
const UNPROVEN = '.';

/** Browsers store cookies up to 4 KB; the newest assignments are retained. */
const MAX_ASSIGNMENTS = 40;

/** Keys valid for databases: no control characters, short enough for an index. */
const KEY = /^[^\p{Cc}]{1,250}$/u;
/** Seconds since the epoch until the year 10000, the limit of common date formats. */
const END_OF_TIME = 253_402_300_800;

/** Parses the assignments cookie; invalid entries are dropped, because clients can forge it. */
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

/** The cookie's value with all assignments marked as reported. */
export function markReported(cookie: string): string {
  return cookie.replaceAll(ENTRY, '$1~2');
}

/** Assignments of the cookie without the markers written by scripts. */
export function selectUnmarkedAssignments(cookie: string): string {
  return cookie.replaceAll(ENTRY, '$1');
}

/** Bucket, variation and time of an assignment in the cookie, with its marker. */
const ENTRY = /(?<![^!])([^~!]*~[^~!]*~[^~!]*)[^!]*/g;

/** Phase of an experiment → GrowthBook's bucket version: the first phase has version 0. */
export function toBucketVersion(phase: number): number {
  return phase - 1;
}

/** Phase of a sticky bucket, from 1. */
export function readBucketPhase(bucket: string): number {
  return Number(/__(\d+)$/.exec(bucket)?.[1] ?? 0) + 1;
}

/** Experiment key of a sticky bucket. */
export function readBucketExperiment(bucket: string): string {
  return bucket.replace(/__\d+$/, '');
}

import { agreesTo, CONSENT_COOKIE } from '#engine/base/consent.ts';
import {
  ARMS_COOKIE,
  experimentOfBucket,
  readStickyAssignments,
  readVisitorId,
  VISITOR_COOKIE,
} from '#engine/base/experiment-cookies.ts';

/** What a conversion is credited to. */
export interface Attribution {
  /** The visitor's id once statistics are agreed to. */
  readonly id: string | null;
  /** What the visitor was assigned before. */
  readonly assignments: readonly { readonly experiment: string; readonly variation: string }[];
}

/** What a visitor's own cookies say; `null` for one who takes part in nothing. */
export function attributionOfCookies(cookies: Readonly<Record<string, string>>): Attribution | null {
  const visitor = readVisitorId(cookies[VISITOR_COOKIE]);
  if (visitor === null) return null;
  const assignments = readStickyAssignments(cookies[ARMS_COOKIE]).map(({ bucket, variation }) => ({
    experiment: experimentOfBucket(bucket),
    variation,
  }));
  return { id: agreesTo(cookies[CONSENT_COOKIE], 'statistics') ? visitor.id : null, assignments };
}

/** As it is kept with a registration until its mail is opened, on whichever device; `null` where there is nothing to credit. */
export function writeAttribution(attribution: Attribution | null): string | null {
  if (attribution === null || attribution.assignments.length === 0) return null;
  const { id, assignments } = attribution;
  return JSON.stringify({ id, arms: assignments.map(({ experiment, variation }) => [experiment, variation]) });
}

export function readAttribution(kept: string): Attribution {
  // The checked edge: only `writeAttribution` of this or a neighbouring release wrote it.
  const { id, arms } = JSON.parse(kept) as { readonly id: string | null; readonly arms: readonly [string, string][] };
  return { id, assignments: arms.map(([experiment, variation]) => ({ experiment, variation })) };
}

import { MAX_COOKIE_SECONDS, readVisitorId, selectUnmarkedAssignments } from '#engine/shared/experiment-cookies.ts';
import type { Key } from '#server/platform/tokens/secrets.ts';
import { isSigned, prepareSignature } from '#server/platform/tokens/signature.ts';

const CONTEXT = 'assignments';
/** Validity of assignments without consent to statistics: a session, with a margin for restored browser sessions. */
const SESSION_SECONDS = 7 * 24 * 3600;
/** Time in seconds since the epoch in base 36, and signature; appended to the assignments, and no valid assignment to other readers. */
const SIGNATURE = /^(?:(.*)!)?\.([0-9a-z]{1,9})\.([\w-]{22})$/s;

/**
 * Prepares the assignments cookie for visitors with the same assignments. Markers of stored and reported exposures are not signed, because scripts
 * write them.
 *
 * @param now milliseconds since the epoch
 * @returns the cookie for the value of a visitor's own cookie
 */
export function prepareSignedAssignments(key: Key, assignments: string, now: number): (visitor: string) => string {
  const at = Math.floor(now / 1000).toString(36);
  const sign = prepareSignature(key, CONTEXT, formatRest(assignments, at));
  const begin = `${assignments}${assignments === '' ? '' : '!'}.${at}.`;
  return (visitor) => begin + sign(visitor);
}

export interface SignedAssignments {
  /** Without the signature. */
  readonly assignments: string;
  /** Milliseconds since the epoch. */
  readonly validUntil: number;
}

/** Verified assignments of this visitor; `null` without a valid signature by one of these keys. */
export function readSignedAssignments(keys: readonly Key[], visitor: string, cookie: string): SignedAssignments | null {
  const [, assignments = '', at = '', signature = ''] = SIGNATURE.exec(cookie) ?? [];
  if (!isSigned(keys, CONTEXT, visitor + formatRest(assignments, at), signature)) return null;
  const lifetime = readVisitorId(visitor)?.lasting === true ? MAX_COOKIE_SECONDS : SESSION_SECONDS;
  return { assignments, validUntil: (Number.parseInt(at, 36) + lifetime) * 1000 };
}

/** The signed content after the visitor. */
const formatRest = (assignments: string, at: string): string => ` ${at} ${selectUnmarkedAssignments(assignments)}`;

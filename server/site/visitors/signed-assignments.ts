import { MAX_COOKIE_SECONDS, readVisitorId, selectUnmarkedAssignments } from '#engine/shared/experiment-cookies.ts';
import type { Key } from '#server/platform/tokens/secrets.ts';
import { isSigned, computeSignature } from '#server/platform/tokens/signature.ts';

const CONTEXT = 'assignments';
/** Validity of assignments without consent to statistics: a session, with a margin for restored browser sessions. */
const SESSION_SECONDS = 7 * 24 * 3600;
/** Time in seconds since the epoch in base 36, and signature; appended to the assignments, and no valid assignment to other readers. */
const SIGNATURE = /^(?:(.*)!)?\.([0-9a-z]{1,9})\.([\w-]{22})$/s;

/**
 * The assignments cookie with a signature for this visitor. Markers of stored and reported exposures are not signed, because scripts write them.
 *
 * @param visitor value of the visitor's own cookie
 * @param now milliseconds since the epoch
 */
export function signAssignments(key: Key, visitor: string, assignments: string, now: number): string {
  const at = Math.floor(now / 1000).toString(36);
  const signature = computeSignature(key, CONTEXT, formatContent(visitor, assignments, at));
  return `${assignments}${assignments === '' ? '' : '!'}.${at}.${signature}`;
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
  if (!isSigned(keys, CONTEXT, formatContent(visitor, assignments, at), signature)) return null;
  const lifetime = readVisitorId(visitor)?.lasting === true ? MAX_COOKIE_SECONDS : SESSION_SECONDS;
  return { assignments, validUntil: (Number.parseInt(at, 36) + lifetime) * 1000 };
}

const formatContent = (visitor: string, assignments: string, at: string): string =>
  `${visitor} ${at} ${selectUnmarkedAssignments(assignments)}`;

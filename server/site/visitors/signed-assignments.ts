import { MAX_COOKIE_SECONDS, readVisitorId, unmarkedAssignments } from '#engine/shared/experiment-cookies.ts';
import type { Key } from '#server/platform/tokens/secrets.ts';
import { isSigned, computeSignature } from '#server/platform/tokens/signature.ts';

const CONTEXT = 'assignments';
/** Seconds for which assignments hold without consent to statistics: a session, with some left for browsers that restore theirs. */
const SESSION_SECONDS = 7 * 24 * 3600;
/** Seconds since the epoch in base 36, and the signature; behind all assignments, and no assignment to anyone who reads those. */
const SIGNATURE = /^(?:(.*)!)?\.([0-9a-z]{1,9})\.([\w-]{22})$/s;

/**
 * The cookie of assignments with the proof that this server gave them to this visitor. Outside of the signature stand the marks of what is stored and
 * reported: scripts write them.
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

/** What a server with one of these keys has signed for this visitor; `null` for everything else. */
export function readSignedAssignments(keys: readonly Key[], visitor: string, cookie: string): SignedAssignments | null {
  const [, assignments = '', at = '', signature = ''] = SIGNATURE.exec(cookie) ?? [];
  if (!isSigned(keys, CONTEXT, formatContent(visitor, assignments, at), signature)) return null;
  const lifetime = readVisitorId(visitor)?.lasting === true ? MAX_COOKIE_SECONDS : SESSION_SECONDS;
  return { assignments, validUntil: (Number.parseInt(at, 36) + lifetime) * 1000 };
}

const formatContent = (visitor: string, assignments: string, at: string): string =>
  `${visitor} ${at} ${unmarkedAssignments(assignments)}`;

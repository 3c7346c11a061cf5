import { LRUCache } from 'lru-cache';
import { type Consent, CONSENT_COOKIE } from '#engine/shared/consent.ts';
import {
  ASSIGNMENTS_COOKIE,
  readStickyAssignments,
  readVisitorId,
  VISITOR_COOKIE,
  writeStickyAssignments,
} from '#engine/shared/experiment-cookies.ts';
import type { Facts } from '#engine/decide/types.ts';
import type { Flags } from '#engine/experiments/flags.ts';
import type { Secrets } from '#server/platform/tokens/secrets.ts';
import { type ConsentRecord, isCurrent, signedConsent } from '#server/site/consent/consent-record.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import { readSignedAssignments, type SignedAssignments } from './signed-assignments.ts';

/** What a browser brought, as far as the server believes it. */
export type Visitor = Pick<Facts, 'cookies' | 'consent'>;

/**
 * The one place where a request's cookies about consent and experiments are checked (Z3): whoever asks what a visitor agreed to or was given takes it from
 * here. The cookie of assignments comes without its signature; a visitor whom nothing proves has neither id nor assignments.
 *
 * @param header the `Cookie` header
 * @param now milliseconds since the epoch
 */
export type ReadVisitor = (header: string | undefined, now: number) => Visitor;

/** Cookies of each kind that are known at a time. */
const MAX_KNOWN = 10_000;
/** Of an answer about consent; far above any that this server makes. */
const MAX_CONSENT_LENGTH = 100;
/** Of the assignments, as much as browsers keep in one cookie. */
const MAX_ASSIGNMENTS_LENGTH = 4_096;

/** @param flags what experiments are decided by at the moment */
export function createReadVisitor(
  keys: Pick<Secrets, 'consent' | 'visitor'>,
  flags: () => Pick<Flags, 'isGivenTo'> | undefined,
): ReadVisitor {
  const consents = new LRUCache<string, { readonly record: ConsentRecord | null }>({ max: MAX_KNOWN });
  const proofs = new LRUCache<string, { readonly found: SignedAssignments | null }>({ max: MAX_KNOWN });

  function readConsent(value: string | undefined, now: number): Consent | null {
    if (value === undefined || value.length > MAX_CONSENT_LENGTH) return null;
    let known = consents.get(value);
    if (known === undefined) consents.set(value, (known = { record: signedConsent(keys.consent, value) }));
    const { record } = known;
    return record !== null && isCurrent(record, now) ? record.granted : null;
  }

  function signedFor(visitor: string, brought: string, now: number): string | null {
    const key = `${visitor} ${brought}`;
    let known = proofs.get(key);
    if (known === undefined)
      proofs.set(key, (known = { found: readSignedAssignments(keys.visitor, visitor, brought) }));
    const { found } = known;
    return found !== null && found.validUntil >= now ? found.assignments : null;
  }

  /**
   * Of what no signature proves, as of visitors of a release that did not sign: what the id gives today as well. It keeps the variation, and nothing is counted,
   * stored or credited for it.
   */
  function unprovenFor(id: string, assignments: string): string {
    const present = flags();
    if (present === undefined) return '';
    const same = readStickyAssignments(assignments).filter(({ bucket, variation }) =>
      present.isGivenTo(id, bucket, variation),
    );
    return writeStickyAssignments(same.map((each) => ({ ...each, unproven: true })));
  }

  function proven(cookies: Facts['cookies'], consent: Consent | null, now: number): Facts['cookies'] {
    const { [VISITOR_COOKIE]: value, [ASSIGNMENTS_COOKIE]: cookie = '' } = cookies;
    const brought = cookie.length <= MAX_ASSIGNMENTS_LENGTH ? cookie : '';
    const visitor = readVisitorId(value);
    if (value === undefined || visitor === null) return withVisitor(cookies, null);
    const signed = signedFor(value, brought, now);
    const assignments = signed ?? unprovenFor(visitor.id, brought);
    // Anybody's agreement may be taken back.
    const isWithdrawn = visitor.lasting && consent?.includes('statistics') !== true;
    const isBelieved = signed !== null || assignments !== '' || isWithdrawn;
    return withVisitor(cookies, isBelieved ? { value, assignments } : null);
  }

  return (header, now) => {
    const cookies = readCookies(header);
    const consent = readConsent(cookies[CONSENT_COOKIE], now);
    const isKnown = cookies[VISITOR_COOKIE] !== undefined || cookies[ASSIGNMENTS_COOKIE] !== undefined;
    return { cookies: isKnown ? proven(cookies, consent, now) : cookies, consent };
  };
}

/** The cookies with these of the visitor in the place of those that were brought. */
function withVisitor(
  cookies: Facts['cookies'],
  visitor: { readonly value: string; readonly assignments: string } | null,
): Facts['cookies'] {
  // No name of a cookie is that of something inherited.
  const believed: Record<string, string> = Object.create(null);
  for (const name in cookies)
    if (name !== VISITOR_COOKIE && name !== ASSIGNMENTS_COOKIE) believed[name] = cookies[name] ?? '';
  if (visitor !== null) {
    believed[VISITOR_COOKIE] = visitor.value;
    believed[ASSIGNMENTS_COOKIE] = visitor.assignments;
  }
  return believed;
}

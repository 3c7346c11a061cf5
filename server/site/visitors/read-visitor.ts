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
import { type ConsentRecord, isCurrent, readSignedConsent } from '#server/site/consent/consent-record.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import { readSignedAssignments, type SignedAssignments } from './signed-assignments.ts';

/** Verified cookies of a browser. */
export type Visitor = Pick<Facts, 'cookies' | 'consent'>;

/**
 * The only place where cookies about consent and experiments are verified (Z3). The signature is removed from the assignments cookie; a visitor without a valid
 * signature has neither id nor assignments.
 *
 * @param header the `Cookie` header
 * @param now milliseconds since the epoch
 */
export type ReadVisitor = (header: string | undefined, now: number) => Visitor;

/** Maximum cached cookies of each kind. */
const MAX_KNOWN = 10_000;
/** Maximum length of a consent cookie; real ones are far shorter. */
const MAX_CONSENT_LENGTH = 100;
/** Maximum length of an assignments cookie, the limit of browsers. */
const MAX_ASSIGNMENTS_LENGTH = 4_096;

/** @param flags current experiments */
export function createReadVisitor(
  keys: Pick<Secrets, 'consent' | 'visitor'>,
  flags: () => Pick<Flags, 'isGivenTo'> | undefined,
): ReadVisitor {
  const consents = new LRUCache<string, { readonly record: ConsentRecord | null }>({ max: MAX_KNOWN });
  const proofs = new LRUCache<string, { readonly found: SignedAssignments | null }>({ max: MAX_KNOWN });

  function readConsent(value: string | undefined, now: number): Consent | null {
    if (value === undefined || value.length > MAX_CONSENT_LENGTH) return null;
    let known = consents.get(value);
    if (known === undefined) consents.set(value, (known = { record: readSignedConsent(keys.consent, value) }));
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
   * Assignments without a valid signature, as set by releases that did not sign: variations equal to what the id would get today are shown
   * again, but nothing is counted, stored or credited.
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
    // Consent may always be withdrawn, even unsigned.
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

/** The cookies of the request with verified values. */
function withVisitor(
  cookies: Facts['cookies'],
  visitor: { readonly value: string; readonly assignments: string } | null,
): Facts['cookies'] {
  // No prototype, so that cookie names cannot refer to inherited properties.
  const believed: Record<string, string> = Object.create(null);
  for (const name in cookies)
    if (name !== VISITOR_COOKIE && name !== ASSIGNMENTS_COOKIE) believed[name] = cookies[name] ?? '';
  if (visitor !== null) {
    believed[VISITOR_COOKIE] = visitor.value;
    believed[ASSIGNMENTS_COOKIE] = visitor.assignments;
  }
  return believed;
}

import { claimKey, createIdempotencyKey } from '#server/platform/database/idempotency.ts';
import { MINUTE } from '#server/platform/database/timestamp.ts';
import { seal, tryToUnseal } from '#server/platform/tokens/seal.ts';
import type { StaffPorts } from '#server/staff/ports.ts';

/** Purpose of a signature: one that adds a passkey is not valid for signing in. */
export type ChallengePurpose = 'add' | 'sign-in' | 'confirm';

export interface ChallengeOwner {
  readonly purpose: ChallengePurpose;
  /** Identifies the requesting browser. */
  readonly browser: string;
}

export interface Challenge {
  /** In base64url. */
  readonly challenge: string;
  /** The challenge, encrypted for the server: nothing is stored until it is used. */
  readonly ticket: string;
}

interface SealedChallenge extends ChallengeOwner {
  readonly challenge: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

const CONTEXT = 'staff/passkey-challenge';
/** Milliseconds from rendering the page to the response. */
const LIFETIME_MS = 10 * MINUTE;

/** A new challenge for this browser and purpose. */
export function makeChallenge({ secrets, random, clock }: StaffPorts, owner: ChallengeOwner): Challenge {
  const challenge = Buffer.from(random.bytes(32)).toString('base64url');
  const sealed: SealedChallenge = { ...owner, challenge, until: clock.now() + LIFETIME_MS };
  return { challenge, ticket: seal(secrets.seal, random, CONTEXT, JSON.stringify(sealed)) };
}

/** The challenge of a ticket, once; `null` for another browser or purpose, an expired or a used ticket. */
export async function spendChallenge(
  ports: StaffPorts,
  ticket: string,
  { purpose, browser }: ChallengeOwner,
): Promise<string | null> {
  const opened = tryToUnseal(ports.secrets.seal, CONTEXT, ticket);
  if (opened === null) return null;
  // Checked edge: only a server with the secret can have encrypted it.
  const sealed = JSON.parse(opened) as SealedChallenge;
  if (sealed.purpose !== purpose || sealed.browser !== browser || sealed.until <= ports.clock.now()) return null;
  const request = { key: createIdempotencyKey(CONTEXT, sealed.challenge), fingerprint: '' };
  const spent = { memberId: null, answer: '', lifetimeMs: LIFETIME_MS };
  const claim = await claimKey(ports.database.db, ports.clock, request, spent);
  return claim.state === 'new' ? sealed.challenge : null;
}

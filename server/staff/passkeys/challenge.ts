import { claimKey, idempotencyKey } from '#server/platform/database/idempotency.ts';
import { MINUTE } from '#server/platform/database/timestamp.ts';
import { seal, unsealed } from '#server/platform/tokens/seal.ts';
import type { StaffPorts } from '#server/staff/ports.ts';

/** What a signature is made for: one that adds a passkey never signs anybody in. */
export type ChallengePurpose = 'add' | 'sign-in' | 'confirm';

export interface ChallengeOwner {
  readonly purpose: ChallengePurpose;
  /** What only the browser has that asked for it. */
  readonly browser: string;
}

export interface Challenge {
  /** In base64url. */
  readonly challenge: string;
  /** The same for the server, sealed: nothing is stored until it is answered. */
  readonly ticket: string;
}

interface SealedChallenge extends ChallengeOwner {
  readonly challenge: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

const CONTEXT = 'staff/passkey-challenge';
/** Milliseconds to answer, from when the page was shown. */
const LIFETIME_MS = 10 * MINUTE;

/** Something new to sign, for this browser and this purpose alone. */
export function makeChallenge({ secrets, random, clock }: StaffPorts, owner: ChallengeOwner): Challenge {
  const challenge = Buffer.from(random.bytes(32)).toString('base64url');
  const sealed: SealedChallenge = { ...owner, challenge, until: clock.now() + LIFETIME_MS };
  return { challenge, ticket: seal(secrets.seal, random, CONTEXT, JSON.stringify(sealed)) };
}

/** What had to be signed, once; `null` for a ticket of another browser or purpose, one that is over, and one that came before. */
export async function spendChallenge(
  ports: StaffPorts,
  ticket: string,
  { purpose, browser }: ChallengeOwner,
): Promise<string | null> {
  const opened = unsealed(ports.secrets.seal, CONTEXT, ticket);
  if (opened === null) return null;
  // The checked edge: only a server with the secret can have sealed it.
  const sealed = JSON.parse(opened) as SealedChallenge;
  if (sealed.purpose !== purpose || sealed.browser !== browser || sealed.until <= ports.clock.now()) return null;
  const request = { key: idempotencyKey(CONTEXT, sealed.challenge), fingerprint: '' };
  const spent = { memberId: null, answer: '', lifetimeMs: LIFETIME_MS };
  const claim = await claimKey(ports.database.db, ports.clock, request, spent);
  return claim.state === 'new' ? sealed.challenge : null;
}

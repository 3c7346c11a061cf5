import type { Clock, Random } from '#server/platform/ports.ts';
import { seal, unsealed } from '#server/platform/tokens/seal.ts';
import type { Secrets } from '#server/platform/tokens/secrets.ts';

/** What a sign-in that is under way must know when its visitor comes back, sealed in `state`: Apple comes back without any cookie. */
export interface SignInState {
  readonly provider: string;
  readonly locale: string;
  /** The page that it was begun on. */
  readonly document: string | null;
  readonly code: string | null;
  readonly validityTimestamp: string | null;
  readonly nonce: string;
  readonly verifier: string;
  /** What the browser that began it is known by; its session says the same. */
  readonly browser: string;
}

interface SealContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Pick<Secrets, 'seal'>;
}

const CONTEXT = 'sign-in/state';
/** Milliseconds to sign in at the provider. */
const LIFETIME_MS = 15 * 60_000;

export function sealSignIn({ clock, random, secrets }: SealContext, state: SignInState): string {
  return seal(secrets.seal, random, CONTEXT, JSON.stringify({ ...state, until: clock.now() + LIFETIME_MS }));
}

/** `null` for what this server did not seal, and once its time is over. */
export function openSignIn({ clock, secrets }: Omit<SealContext, 'random'>, sealed: string): SignInState | null {
  const opened = unsealed(secrets.seal, CONTEXT, sealed);
  if (opened === null) return null;
  // The checked edge: only a server with the secret can have sealed it.
  const { until, ...state } = JSON.parse(opened) as SignInState & { readonly until: number };
  return until > clock.now() ? state : null;
}

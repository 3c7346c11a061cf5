import type { Clock, Random } from '#server/platform/ports.ts';
import { seal, tryToUnseal } from '#server/platform/tokens/seal.ts';
import type { Secrets } from '#server/platform/tokens/secrets.ts';

/** Data of a sign-in in progress, encrypted in `state`, because Apple's callback comes without cookies. */
export interface SignInState {
  readonly provider: string;
  readonly locale: string;
  /** The page on which it began. */
  readonly document: string | null;
  readonly code: string | null;
  readonly validityTimestamp: string | null;
  readonly nonce: string;
  readonly verifier: string;
  /** Identifies the browser that began it; compared with its session. */
  readonly browser: string;
}

interface SealContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Pick<Secrets, 'seal'>;
}

const CONTEXT = 'sign-in/state';
/** Maximum duration of a sign-in in milliseconds. */
const LIFETIME_MS = 15 * 60_000;

export function sealSignIn({ clock, random, secrets }: SealContext, state: SignInState): string {
  return seal(secrets.seal, random, CONTEXT, JSON.stringify({ ...state, until: clock.now() + LIFETIME_MS }));
}

/** `null` for an invalid or expired state. */
export function openSignIn({ clock, secrets }: Omit<SealContext, 'random'>, sealed: string): SignInState | null {
  const opened = tryToUnseal(secrets.seal, CONTEXT, sealed);
  if (opened === null) return null;
  // Checked edge: only a server with the secret can have encrypted it.
  const { until, ...state } = JSON.parse(opened) as SignInState & { readonly until: number };
  return until > clock.now() ? state : null;
}

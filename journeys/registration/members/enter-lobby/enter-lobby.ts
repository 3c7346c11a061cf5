import type { Invalid, StoredReferral, TooMany } from '#journeys/registration/server/outcomes.ts';
import type { CodeError } from '#journeys/registration/decide/facts.ts';
import { DAY } from '#server/platform/database/timestamp.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import type { CodePorts } from '#journeys/registration/members/ports.ts';
import { checkCode, isOutOfPlaces } from '#journeys/registration/members/check-code/check-code.ts';
import { makePurposeToken } from '#server/platform/tokens/purpose-token.ts';

export interface EnterLobbyRequest {
  /** Email address, and an exhausted code, with its timestamp for a link. */
  readonly form: unknown;
  readonly network: string;
  readonly referrer: string;
  readonly storedReferral: StoredReferral | null;
}

export type EnterLobbyResult =
  | { readonly outcome: 'entered'; readonly token: string }
  /** A place has become free meanwhile. */
  | { readonly outcome: 'place-free'; readonly code: string; readonly validityTimestamp: string | null }
  | { readonly outcome: 'refused'; readonly error: CodeError }
  | Invalid
  | TooMany;

/**
 * Issues a lobby token to a visitor whose code has no places left (G1, S17). Checking the code is rate limited; whether the address is
 * known is neither checked nor revealed.
 */
export async function enterLobby(ports: CodePorts, { form, ...visitor }: EnterLobbyRequest): Promise<EnterLobbyResult> {
  const checked = validateForm('lobby', form);
  if (!checked.ok) return { outcome: 'invalid', errors: checked.errors };
  const { email, code, validityTimestamp = null } = checked.value;
  const answer = await checkCode(ports, { code, validityTimestamp, ...visitor });
  if (answer.outcome === 'too-many-requests') return answer;
  if (answer.outcome === 'valid' || answer.error === 'CUSTOMIZATION_MISSING')
    return { outcome: 'place-free', code, validityTimestamp };
  if (!isOutOfPlaces(answer.error)) return { outcome: 'refused', error: answer.error };
  const lifetime = (ports.settings.lobbyTokenDays * DAY) / 1_000;
  return { outcome: 'entered', token: await makePurposeToken(ports, 'lobby', email, lifetime) };
}

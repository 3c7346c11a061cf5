import type { JourneyNotes } from '#engine/decide/types.ts';
import type { Session } from '#server/site/sessions/session.ts';
import type { OpenedTokens, TokenPurpose } from '../decide/facts.ts';
import type { MailTokenPurpose, RegistrationEnquiries } from './enquiries.ts';

/** Documents name the purpose by the page, tokens by the mail. */
const purposeInToken: Readonly<Record<TokenPurpose, MailTokenPurpose>> = {
  lobby: 'lobby',
  'social-second-step': 'social',
};

/** The session of a visitor whose token opened the page (G1); `null` without a change. */
export function updateSession({ registration }: Partial<JourneyNotes>, session: Session, now: number): Session | null {
  if (registration === undefined) return null;
  const { purpose, ...token } = registration;
  return { ...session, opened: { ...openTokens(session, now), [purpose]: token } };
}

/** Recorded tokens that are still valid; `undefined` for none. */
export function openTokens({ opened = {} }: Session, now: number): OpenedTokens | undefined {
  const valid = Object.entries(opened).filter(([, { validUntil }]) => validUntil > now);
  return valid.length === 0 ? undefined : Object.fromEntries(valid);
}

/**
 * The token for a form: the posted one, else one equivalent to the token that opened its page, for its remaining validity; `undefined` for
 * none. A posted token takes precedence, even an invalid one.
 */
export async function openFormToken(
  { session, now }: { readonly session: Session; readonly now: number },
  purpose: TokenPurpose,
  posted: unknown,
  { makeToken }: Pick<RegistrationEnquiries, 'makeToken'>,
): Promise<unknown> {
  if (posted !== undefined && posted !== '') return posted;
  const opened = openTokens(session, now)?.[purpose];
  if (opened === undefined) return undefined;
  const seconds = Math.floor((opened.validUntil - now) / 1_000);
  return makeToken(purposeInToken[purpose], opened.email, seconds);
}

/** Replaces the record of an opened page by the result of the token's use. */
export function removeUsedTokens({ opened = {}, used }: Session, purpose: TokenPurpose, email: string): Session {
  const { [purpose]: _opened, ...others } = opened;
  return { opened: others, used: { ...used, [purpose]: { email } } };
}

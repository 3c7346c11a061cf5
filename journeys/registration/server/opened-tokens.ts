import type { JourneyNotes } from '#engine/decide/types.ts';
import type { Session } from '#server/site/sessions/session.ts';
import type { OpenedTokens, TokenPurpose } from '../decide/facts.ts';
import type { MailTokenPurpose, RegistrationEnquiries } from './enquiries.ts';

/** Documents name the purpose by the page that it opens, tokens by what the mail was about. */
const purposeInToken: Readonly<Record<TokenPurpose, MailTokenPurpose>> = {
  lobby: 'lobby',
  'social-second-step': 'social',
};

/** The session of a visitor whose token opened the page (G1); `null` when there is nothing to note. */
export function sessionAfter({ registration }: Partial<JourneyNotes>, session: Session, now: number): Session | null {
  if (registration === undefined) return null;
  const { purpose, ...token } = registration;
  return { ...session, opened: { ...openTokens(session, now), [purpose]: token } };
}

/** The noted tokens that are still valid; `undefined` when none is. */
export function openTokens({ opened = {} }: Session, now: number): OpenedTokens | undefined {
  const valid = Object.entries(opened).filter(([, { validUntil }]) => validUntil > now);
  return valid.length === 0 ? undefined : Object.fromEntries(valid);
}

/**
 * What a form has to show for its token: the one that was posted, else one like the token that its page was opened with, for the
 * time that is left of it; `undefined` without either. A posted token always counts, also one that is not valid.
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

/** What came of a token takes the place of the note that it opened a page. */
export function afterUse({ opened = {}, used }: Session, purpose: TokenPurpose, email: string): Session {
  const { [purpose]: _opened, ...others } = opened;
  return { opened: others, used: { ...used, [purpose]: { email } } };
}

import type { Decision, Facts } from '#engine/decide/types.ts';
import type { AddressFact, OpenedTokens, TokenPurpose } from '#journeys/registration/decide/facts.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { makePurposeToken } from '#server/platform/tokens/purpose-token.ts';
import { readSession, type Session, sessionCookie } from './session.ts';

/** The decision with the cookie that notes in the visitor's session which token opened the page (G1). */
export function noteOpenedToken(
  ports: Pick<PlatformPorts, 'secrets' | 'clock' | 'random'>,
  decision: Decision,
  { cookies }: Pick<Facts, 'cookies'>,
  secure: boolean,
): Decision {
  const note = decision.kind === 'page' ? decision.notes?.registration : undefined;
  if (note === undefined) return decision;
  const { purpose, ...token } = note;
  const session = readSession(ports, cookies, secure);
  const noted = { ...session, opened: { ...openTokens(ports, session), [purpose]: token } };
  return { ...decision, cookies: [...decision.cookies, sessionCookie(ports, noted, secure)] };
}

/** The noted tokens that are still valid; `undefined` when none is. */
export function openTokens(
  { clock }: Pick<PlatformPorts, 'clock'>,
  { opened = {} }: Session,
): OpenedTokens | undefined {
  const valid = Object.entries(opened).filter(([, { validUntil }]) => validUntil > clock.now());
  return valid.length === 0 ? undefined : Object.fromEntries(valid);
}

/**
 * What a form has to show for its token: the one that was posted, else one like the token that its page was opened with, for the
 * time that is left of it; `undefined` without either. A posted token always counts, also one that is not valid.
 */
export async function tokenOfForm(
  ports: PlatformPorts,
  session: Session,
  purpose: TokenPurpose,
  posted: unknown,
): Promise<unknown> {
  if (posted !== undefined && posted !== '') return posted;
  const opened = openTokens(ports, session)?.[purpose];
  if (opened === undefined) return undefined;
  const seconds = Math.floor((opened.validUntil - ports.clock.now()) / 1_000);
  return makePurposeToken(ports, purpose === 'lobby' ? 'lobby' : 'social', opened.email, seconds);
}

/** What came of a token takes the place of the note that it opened a page. */
export function noteUsedToken(session: Session, purpose: TokenPurpose, email: AddressFact['email']): Session {
  const { [purpose]: _opened, ...opened } = session.opened ?? {};
  return { ...session, opened, used: { ...session.used, [purpose]: { email } } };
}

import type { Decision, Facts } from '#engine/decide/types.ts';
import type { ServerJourney } from '#server/forms/server-journey.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { readSession, buildSessionCookie } from '#server/site/sessions/session.ts';

/** Adds the session cookie to a decision when a journey records that the page was opened. */
export function rememberPageView(
  ports: Pick<PlatformPorts, 'secrets' | 'clock' | 'random'>,
  journeys: readonly ServerJourney[],
  decision: Decision,
  { cookies }: Pick<Facts, 'cookies'>,
  secure: boolean,
): Decision {
  if (decision.kind !== 'page' || decision.notes === undefined) return decision;
  const { notes } = decision;
  const now = ports.clock.now();
  const brought = readSession(ports, cookies, secure);
  const noted = journeys.reduce((session, journey) => journey.sessionAfter?.(notes, session, now) ?? session, brought);
  if (noted === brought) return decision;
  return { ...decision, cookies: [...decision.cookies, buildSessionCookie(ports, noted, secure)] };
}

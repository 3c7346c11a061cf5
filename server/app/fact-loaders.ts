import type { Facts } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { SessionFact } from '#engine/guards/facts.ts';
import type { ServedBackend } from '#server/app/served-backend.ts';
import type { ServerJourney } from '#server/forms/server-journey.ts';
import type { FactLoaders } from '#server/site/pages/load-facts.ts';
import { hasAccessCookie, findCookieAccess } from '#server/site/sessions/access-cookies.ts';
import { readSession, type Session } from '#server/site/sessions/session.ts';

/** Loads facts for decisions from the backend. */
export function createBackendFactLoaders(
  { ports, members, staff }: Pick<ServedBackend, 'ports' | 'members' | 'staff'>,
  journeys: readonly ServerJourney[],
  secure: boolean,
  site: () => Site,
): FactLoaders {
  const readVisitorSession = ({ cookies }: Pick<Facts, 'cookies'>): Session => readSession(ports, cookies, secure);
  function session(_match: unknown, facts: Pick<Facts, 'cookies'>): SessionFact | Promise<SessionFact> {
    const brought = readVisitorSession(facts);
    const isEmpty = Object.keys(brought).length === 0;
    return isEmpty && !hasAccessCookie(facts.cookies, secure) ? NOBODY : learn(brought, facts);
  }
  async function learn(brought: Session, facts: Pick<Facts, 'cookies'>): Promise<SessionFact> {
    const now = ports.clock.now();
    const [found, ...news] = await Promise.all([
      findCookieAccess(staff.findAccessGrant, facts.cookies, secure),
      ...journeys.map((journey) => journey.readSession?.(brought, members, now, site())),
    ]);
    const known: object = Object.assign({}, ...news);
    const role = found?.access.role ?? 'visitor';
    const permissions = found?.access.permissions;
    const isNobody = Object.keys(known).length === 0 && role === 'visitor';
    return isNobody ? NOBODY : { state: 'open', role, permissions, journeys: known };
  }
  return Object.assign({ session }, ...journeys.map((journey) => journey.factLoaders?.(members, readVisitorSession)));
}

const NOBODY: SessionFact = Object.freeze({ state: 'none' });

import type { SetCookie } from '#engine/decide/types.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { seal, unseal } from '#server/platform/tokens/seal.ts';

/** Encrypted state of a visitor between pages. Journeys add values under names of their own; cookies must stay readable across releases. */
export interface Session {
  /** Customer id in the data layer, unrelated to the account (T1). */
  readonly customer?: string;
}

const LIFETIME_SECONDS = 24 * 3600;
/** Maximum length of a cookie in browsers. */
const MAX_LENGTH = 4_000;

/** With `__Host-` over https: no other host or subdomain can set it (RFC 6265bis, 4.1.3.2). */
export function getSessionCookieName(secure: boolean): string {
  return secure ? '__Host-session' : 'session';
}

/** The session of a request; empty when missing, expired or forged. */
export function readSession(
  ports: Pick<PlatformPorts, 'secrets' | 'clock'>,
  cookies: Readonly<Record<string, string>>,
  secure: boolean,
): Session {
  const sealed = cookies[getSessionCookieName(secure)];
  if (sealed === undefined || sealed.length > MAX_LENGTH) return {};
  try {
    const { until, session }: { until: number; session: Session } = JSON.parse(
      unseal(ports.secrets.seal, 'session', sealed),
    );
    return until > ports.clock.now() ? session : {};
  } catch {
    return {};
  }
}

/** An encrypted cookie for 24 hours; an empty session deletes it. */
export function buildSessionCookie(
  ports: Pick<PlatformPorts, 'secrets' | 'clock' | 'random'>,
  session: Session,
  secure: boolean,
): SetCookie {
  const name = getSessionCookieName(secure);
  if (Object.keys(session).length === 0) return { name, value: '', maxAge: 0, httpOnly: true, path: '/' };
  const content = JSON.stringify({ until: ports.clock.now() + LIFETIME_SECONDS * 1_000, session });
  const value = seal(ports.secrets.seal, ports.random, 'session', content);
  return { name, value, maxAge: LIFETIME_SECONDS, httpOnly: true, path: '/' };
}

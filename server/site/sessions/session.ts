import type { SetCookie } from '#engine/decide/types.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { seal, unseal } from '#server/platform/tokens/seal.ts';

/**
 * What a visitor needs from one page to the next. All of it is the visitor's own; nobody else can read it. Journeys add what is
 * theirs, under names of their own: a cookie stays readable when another release takes over.
 */
export interface Session {
  /** Id under which the data layer knows whoever is a customer by now; says nothing about the account (T1). */
  readonly customer?: string;
}

const LIFETIME_SECONDS = 24 * 3600;
/** Browsers keep no longer cookie. */
const MAX_LENGTH = 4_000;

/** `__Host-`, wherever browsers accept it: no other host and no subdomain can then set it (RFC 6265bis, 4.1.3.2). */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Host-session' : 'session';
}

/** The session that a visitor brought; an empty one when there is none, or it is too old or forged. */
export function readSession(
  ports: Pick<PlatformPorts, 'secrets' | 'clock'>,
  cookies: Readonly<Record<string, string>>,
  secure: boolean,
): Session {
  const sealed = cookies[sessionCookieName(secure)];
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

/** A cookie for 24 hours from now, sealed; an empty session takes the cookie away. */
export function sessionCookie(
  ports: Pick<PlatformPorts, 'secrets' | 'clock' | 'random'>,
  session: Session,
  secure: boolean,
): SetCookie {
  const name = sessionCookieName(secure);
  if (Object.keys(session).length === 0) return { name, value: '', maxAge: 0, httpOnly: true, path: '/' };
  const content = JSON.stringify({ until: ports.clock.now() + LIFETIME_SECONDS * 1_000, session });
  const value = seal(ports.secrets.seal, ports.random, 'session', content);
  return { name, value, maxAge: LIFETIME_SECONDS, httpOnly: true, path: '/' };
}

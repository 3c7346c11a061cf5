import type { IncomingHttpHeaders } from 'node:http';
import type { Access } from '#server/staff/access-tokens.ts';
import type { Backend } from '#server/backend.ts';
import { pulseLimits, whileAlive } from '#server/platform/database/pulse.ts';
import { readCookies } from '#server/site/pages/cookies.ts';
import { findCookieAccess } from '#server/site/sessions/access-cookies.ts';
import { type Session, readSession, sessionCookieName } from '#server/site/sessions/session.ts';

/** Whoever sends a request, by cookie or bearer token. */
export interface Visitor extends Access {
  readonly session: Session;
  /** What proved the role, to be revoked by signing out. */
  readonly accessToken: string | null;
}

export interface Credentials {
  readonly headers: IncomingHttpHeaders;
  /** As in the header `Authorization`. */
  readonly authorization: string | undefined;
  readonly secure: boolean;
}

/**
 * Reads who asks. A bearer token stands for everything: it is an access token, or the value of a session cookie that a program
 * kept. Cookies that are forged or over count as absent.
 * @returns `null` for a bearer token that is not valid
 */
export async function readVisitor(
  backend: Pick<Backend, 'ports' | 'findAccess'>,
  { headers, authorization, secure }: Credentials,
): Promise<Visitor | null> {
  const { ports } = backend;
  if (authorization !== undefined) {
    const token = /^Bearer ([\w.~+/=-]{1,4000})$/i.exec(authorization)?.[1];
    if (token === undefined) return null;
    const session = readSession(ports, { [sessionCookieName(secure)]: token }, secure);
    if (Object.keys(session).length > 0) return { ...anonymous, session };
    const access = await findAccess(backend, token);
    return access && { ...access, session: {}, accessToken: token };
  }
  const cookies = readCookies(headers.cookie);
  const session = readSession(ports, cookies, secure);
  const alive = { findAccess: (token: string) => findAccess(backend, token) };
  const found = await findCookieAccess(alive, cookies, secure);
  return found === null ? { ...anonymous, session } : { ...found.access, session, accessToken: found.token };
}

/** Nobody waits for a database that is out. */
function findAccess(backend: Pick<Backend, 'ports' | 'findAccess'>, token: string): Promise<Access | null> {
  return whileAlive(backend.ports.database.pulse, pulseLimits.answer, () => backend.findAccess(token));
}

const anonymous = { role: 'visitor', subject: null, accessToken: null, session: {} } as const;

import type { IncomingHttpHeaders } from 'node:http';
import type { SetCookie } from '#engine/decide/types.ts';
import type { Access } from '#server/accounts/access-tokens.ts';
import type { Backend } from '#server/backend.ts';
import { pulseLimits, whileAlive } from '#server/data/pulse.ts';
import { readCookies } from '#server/pages/cookies.ts';
import { type Session, readSession, sessionCookieName } from '#server/session/session.ts';

/** Whoever sends a request, by cookie or bearer token. */
export interface Visitor extends Access {
  readonly session: Session;
  /** What proved the role, to be revoked by signing out. */
  readonly accessToken: string | null;
}

/** The source's cookie (R25); read, so that members whom the shop signed in are known here. */
const MEMBER_COOKIE = 'apollo:default.token';

function adminCookieName(secure: boolean): string {
  return secure ? '__Host-admin' : 'admin';
}

/** For as long as the token is good; without a token it takes the cookie away. */
export function adminCookie(secure: boolean, token: string | null, seconds: number): SetCookie {
  return { name: adminCookieName(secure), value: token ?? '', maxAge: token === null ? 0 : seconds, httpOnly: true };
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
  for (const name of [adminCookieName(secure), MEMBER_COOKIE]) {
    const token = cookies[name];
    const access = token ? await findAccess(backend, token) : null;
    if (token && access) return { ...access, session, accessToken: token };
  }
  return { ...anonymous, session };
}

/** Nobody waits for a database that is out. */
function findAccess(backend: Pick<Backend, 'ports' | 'findAccess'>, token: string): Promise<Access | null> {
  return whileAlive(backend.ports.database.pulse, pulseLimits.answer, () => backend.findAccess(token));
}

const anonymous = { role: 'visitor', subject: null, accessToken: null, session: {} } as const;

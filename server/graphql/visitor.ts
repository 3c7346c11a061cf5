import type { IncomingHttpHeaders } from 'node:http';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { AccessGrant } from '#server/staff/access-tokens.ts';
import type { Role } from '#server/staff/roles.ts';
import type { Staff } from '#server/staff/index.ts';
import { whileDatabaseAnswers } from '#server/platform/database/database-health.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import { findCookieAccess } from '#server/site/sessions/access-cookies.ts';
import { readFormKey } from '#server/site/sessions/form-key.ts';
import { type Session, readSession, getSessionCookieName } from '#server/site/sessions/session.ts';

/** The sender of a request, by cookie or bearer token. */
export interface GraphqlVisitor extends Pick<AccessGrant, 'subject' | 'isRecentlyAuthenticated'> {
  readonly role: Role;
  /** Of staff users and API clients. */
  readonly permissions: readonly string[];
  readonly session: Session;
  /** See `Submission`. */
  readonly formKey: string | null;
  /** An API client: authenticated by an API token, with its own documents. */
  readonly isProgram: boolean;
  /** The credential of the role, revoked on sign-out. */
  readonly accessToken: string | null;
}

/** Ports that resolve a token. */
interface AccessPorts extends Pick<Staff, 'findAccessGrant' | 'findApiToken'> {
  readonly ports: Pick<PlatformPorts, 'database' | 'secrets' | 'clock'>;
}

export interface Credentials {
  readonly headers: IncomingHttpHeaders;
  /** Value of the `Authorization` header. */
  readonly authorization: string | undefined;
  readonly secure: boolean;
  /** See `Staff.findAccessGrant`; default: true. */
  readonly isUsed?: boolean;
}

/**
 * Authenticates a request. A bearer token replaces all cookies: it is an access token, or the value of a session cookie. Forged and expired
 * cookies count as absent.
 * @returns `null` for an invalid bearer token
 */
export async function readVisitor(
  { ports, findAccessGrant, findApiToken }: AccessPorts,
  { headers, authorization, secure, isUsed = true }: Credentials,
): Promise<GraphqlVisitor | null> {
  // Fails fast during a database outage.
  const findSoon = (token: string): Promise<AccessGrant | null> =>
    whileDatabaseAnswers(ports.database.databaseHealth, () => findAccessGrant(token, isUsed));
  if (authorization !== undefined) {
    const token = /^Bearer ([\w.~+/=-]{1,4000})$/i.exec(authorization)?.[1];
    if (token === undefined) return null;
    const session = readSession(ports, { [getSessionCookieName(secure)]: token }, secure);
    if (Object.keys(session).length > 0) return { ...anonymous, session };
    const access = await findSoon(token);
    if (access !== null) return { ...anonymous, ...access, accessToken: token };
    // Never by cookie: browsers do not use API tokens.
    const program = await whileDatabaseAnswers(ports.database.databaseHealth, () => findApiToken(token));
    return program && { ...anonymous, ...program, isProgram: true };
  }
  const cookies = readCookies(headers.cookie);
  const session = readSession(ports, cookies, secure);
  const formKey = readFormKey(cookies, secure);
  const found = await findCookieAccess(findSoon, cookies, secure);
  return found === null
    ? { ...anonymous, session, formKey }
    : { ...anonymous, ...found.access, session, formKey, accessToken: found.token };
}

const anonymous = {
  role: 'visitor',
  subject: null,
  permissions: [],
  isProgram: false,
  accessToken: null,
  session: {},
  formKey: null,
} as const;

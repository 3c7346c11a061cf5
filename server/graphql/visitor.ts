import type { IncomingHttpHeaders } from 'node:http';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { AccessGrant } from '#server/staff/access-tokens.ts';
import type { Role } from '#server/staff/roles.ts';
import type { Staff } from '#server/staff/index.ts';
import { whileDatabaseAnswers } from '#server/platform/database/database-health.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import { findCookieAccess } from '#server/site/sessions/access-cookies.ts';
import { readFormKey } from '#server/site/sessions/form-key.ts';
import { type Session, readSession, sessionCookieName } from '#server/site/sessions/session.ts';

/** Who sends a request, by cookie or bearer token. */
export interface GraphqlVisitor extends Pick<AccessGrant, 'subject' | 'isFresh'> {
  readonly role: Role;
  /** Of the staff and of programs. */
  readonly permissions: readonly string[];
  readonly session: Session;
  /** See `Submission`. */
  readonly formKey: string | null;
  /** An API client: it sends a token that staff created, and writes its own documents. */
  readonly isProgram: boolean;
  /** What proved the role, to be revoked by signing out. */
  readonly accessToken: string | null;
}

/** What shows who brings a token. */
interface AccessPorts extends Pick<Staff, 'findAccess' | 'findProgram'> {
  readonly ports: Pick<PlatformPorts, 'database' | 'secrets' | 'clock'>;
}

export interface Credentials {
  readonly headers: IncomingHttpHeaders;
  /** As in the header `Authorization`. */
  readonly authorization: string | undefined;
  readonly secure: boolean;
  /** See `findAccess` of the staff; true by default. */
  readonly isUsed?: boolean;
}

/**
 * Reads who asks. A bearer token stands for everything: it is an access token, or the value of a session cookie that a program
 * kept. Cookies that are forged or over count as absent.
 * @returns `null` for a bearer token that is not valid
 */
export async function readVisitor(
  { ports, findAccess, findProgram }: AccessPorts,
  { headers, authorization, secure, isUsed = true }: Credentials,
): Promise<GraphqlVisitor | null> {
  // Nobody waits for a database that is out.
  const findSoon = (token: string): Promise<AccessGrant | null> =>
    whileDatabaseAnswers(ports.database.databaseHealth, () => findAccess(token, isUsed));
  if (authorization !== undefined) {
    const token = /^Bearer ([\w.~+/=-]{1,4000})$/i.exec(authorization)?.[1];
    if (token === undefined) return null;
    const session = readSession(ports, { [sessionCookieName(secure)]: token }, secure);
    if (Object.keys(session).length > 0) return { ...anonymous, session };
    const access = await findSoon(token);
    if (access !== null) return { ...anonymous, ...access, accessToken: token };
    // Never by a cookie: a browser has no use for what a program may do.
    const program = await whileDatabaseAnswers(ports.database.databaseHealth, () => findProgram(token));
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

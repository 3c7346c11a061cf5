import type { SetCookie } from '#engine/decide/types.ts';
import type { SessionFact } from '#engine/guards/facts.ts';

/** Access of a signed-in user. */
export interface SessionAccess {
  readonly role: Extract<SessionFact, { readonly state: 'open' }>['role'];
  /** Id of the user; `null` for visitors. */
  readonly subject: string | null;
  /** Of staff users only. */
  readonly permissions?: readonly string[];
  readonly isRecentlyAuthenticated?: boolean;
}

/** Resolves a token; `null` when it is invalid. */
export type FindSessionAccess = (token: string) => Promise<SessionAccess | null>;

/** Cookie of the source (R25): for members who activated their account here, and those signed in by the shop. */
const MEMBER_COOKIE = 'apollo:default.token';

export function getAdminCookieName(secure: boolean): string {
  return secure ? '__Host-admin' : 'admin';
}

const accessCookies = (secure: boolean): readonly string[] => [getAdminCookieName(secure), MEMBER_COOKIE];

/** Expires with the token; without a token it deletes the cookie. */
export function buildAdminCookie(secure: boolean, token: string | null, seconds: number): SetCookie {
  return {
    name: getAdminCookieName(secure),
    value: token ?? '',
    maxAge: token === null ? 0 : seconds,
    httpOnly: true,
    path: '/',
  };
}

/** Signs a member in; expires with the token. */
export function buildMemberCookie(token: string, seconds: number): SetCookie {
  return { name: MEMBER_COOKIE, value: token, maxAge: seconds, httpOnly: true, path: '/' };
}

/** Member token of a browser; `null` without one. */
export const readMemberToken = (cookies: Readonly<Record<string, string>>): string | null =>
  cookies[MEMBER_COOKIE] ?? null;

export interface CookieAccess {
  readonly access: SessionAccess;
  /** The valid token. */
  readonly token: string;
}

/** Whether a request has a cookie for `findCookieAccess`. */
export function hasAccessCookie(cookies: Readonly<Record<string, string>>, secure: boolean): boolean {
  return accessCookies(secure).some((name) => (cookies[name] ?? '') !== '');
}

/** The signed-in user, admins first; `null` without a valid cookie. */
export async function findCookieAccess(
  findAccessGrant: FindSessionAccess,
  cookies: Readonly<Record<string, string>>,
  secure: boolean,
): Promise<CookieAccess | null> {
  for (const name of accessCookies(secure)) {
    const token = cookies[name];
    const access = token ? await findAccessGrant(token) : null;
    if (token && access) return { access, token };
  }
  return null;
}

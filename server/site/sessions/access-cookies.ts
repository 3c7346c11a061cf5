import type { SetCookie } from '#engine/decide/types.ts';
import type { SessionFact } from '#engine/guards/facts.ts';

/** What a signed-in user may do. */
export interface Access {
  readonly role: Extract<SessionFact, { readonly state: 'open' }>['role'];
  /** Who it is; `null` for visitors. */
  readonly subject: string | null;
  /** Of the staff alone. */
  readonly permissions?: readonly string[];
  readonly isFresh?: boolean;
}

/** Who brings a token; `null` when it proves nothing. */
export type FindAccess = (token: string) => Promise<Access | null>;

/** The source's cookie (R25): of members who activated their account here, and of those whom the shop signed in. */
const MEMBER_COOKIE = 'apollo:default.token';

export function adminCookieName(secure: boolean): string {
  return secure ? '__Host-admin' : 'admin';
}

const accessCookies = (secure: boolean): readonly string[] => [adminCookieName(secure), MEMBER_COOKIE];

/** For as long as the token is good; without a token it takes the cookie away. */
export function adminCookie(secure: boolean, token: string | null, seconds: number): SetCookie {
  return {
    name: adminCookieName(secure),
    value: token ?? '',
    maxAge: token === null ? 0 : seconds,
    httpOnly: true,
    path: '/',
  };
}

/** Signs a member in, for as long as the token is good. */
export function memberCookie(token: string, seconds: number): SetCookie {
  return { name: MEMBER_COOKIE, value: token, maxAge: seconds, httpOnly: true, path: '/' };
}

/** What a browser brings of a member; `null` when nobody is signed in there. */
export const memberToken = (cookies: Readonly<Record<string, string>>): string | null => cookies[MEMBER_COOKIE] ?? null;

export interface CookieAccess {
  readonly access: Access;
  /** What proved it. */
  readonly token: string;
}

/** Whether there is anything to ask `findCookieAccess` about. */
export function bringsAccess(cookies: Readonly<Record<string, string>>, secure: boolean): boolean {
  return accessCookies(secure).some((name) => (cookies[name] ?? '') !== '');
}

/** Who signed in, as an admin first; `null` when no cookie proves anything. */
export async function findCookieAccess(
  findAccess: FindAccess,
  cookies: Readonly<Record<string, string>>,
  secure: boolean,
): Promise<CookieAccess | null> {
  for (const name of accessCookies(secure)) {
    const token = cookies[name];
    const access = token ? await findAccess(token) : null;
    if (token && access) return { access, token };
  }
  return null;
}

import type { SetCookie } from '#engine/decide/types.ts';
import type { Access } from '#server/staff/access-tokens.ts';
import type { Backend } from '#server/backend.ts';

/** The source's cookie (R25); read, so that members whom the shop signed in are known here. */
const MEMBER_COOKIE = 'apollo:default.token';

function adminCookieName(secure: boolean): string {
  return secure ? '__Host-admin' : 'admin';
}

/** For as long as the token is good; without a token it takes the cookie away. */
export function adminCookie(secure: boolean, token: string | null, seconds: number): SetCookie {
  return { name: adminCookieName(secure), value: token ?? '', maxAge: token === null ? 0 : seconds, httpOnly: true };
}

export interface CookieAccess {
  readonly access: Access;
  /** What proved it. */
  readonly token: string;
}

/** Who signed in, as an admin first; `null` when no cookie proves anything. */
export async function findCookieAccess(
  backend: Pick<Backend, 'findAccess'>,
  cookies: Readonly<Record<string, string>>,
  secure: boolean,
): Promise<CookieAccess | null> {
  for (const name of [adminCookieName(secure), MEMBER_COOKIE]) {
    const token = cookies[name];
    const access = token ? await backend.findAccess(token) : null;
    if (token && access) return { access, token };
  }
  return null;
}

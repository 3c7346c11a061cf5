import type { Facts } from '#engine/decide/types.ts';
import { type FindSessionAccess, findCookieAccess } from '#server/site/sessions/access-cookies.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

/** Timeout for the session lookup in milliseconds. */
const TIMEOUT_MS = 150;

/** Who may use the debug bar: everyone in demo mode, which is local; signed-in admins otherwise (X7). */
export function mayDebug(
  mode: Settings['mode'],
  findAccessGrant: FindSessionAccess | null,
  secure: boolean,
): (facts: Pick<Facts, 'cookies'>) => Promise<boolean> {
  return async ({ cookies }) => {
    if (mode === 'demo') return true;
    if (findAccessGrant === null) return false;
    const found = await withTimeout(
      TIMEOUT_MS,
      'The look-up of an admin',
      findCookieAccess(findAccessGrant, cookies, secure),
    );
    return found?.access.role === 'admin' || found?.access.role === 'staff';
  };
}

import { isFormKey, FORM_KEY_SECONDS, getFormKeyCookieName } from '#engine/shared/form-key.ts';
import type { SetCookie } from '#engine/decide/types.ts';
import type { Random } from '#server/platform/ports.ts';
import { createId } from '#server/platform/tokens/random.ts';

/** Identifies resubmissions of a browser; `null` for a new browser or one without cookies. */
export function readFormKey(cookies: Readonly<Record<string, string>>, secure: boolean): string | null {
  const value = cookies[getFormKeyCookieName(secure)];
  return isFormKey(value) ? value : null;
}

export function buildFormKeyCookie(random: Random, secure: boolean): SetCookie {
  return {
    name: getFormKeyCookieName(secure),
    value: createId(random),
    maxAge: FORM_KEY_SECONDS,
    httpOnly: true,
    path: '/',
  };
}

import { isFormKey, FORM_KEY_SECONDS, formKeyCookieName } from '#engine/shared/form-key.ts';
import type { SetCookie } from '#engine/decide/types.ts';
import type { Random } from '#server/platform/ports.ts';
import { newId } from '#server/platform/tokens/random.ts';

/** Identifies resubmissions of a browser; `null` for a new browser or one without cookies. */
export function readFormKey(cookies: Readonly<Record<string, string>>, secure: boolean): string | null {
  const value = cookies[formKeyCookieName(secure)];
  return isFormKey(value) ? value : null;
}

export function formKeyCookie(random: Random, secure: boolean): SetCookie {
  return { name: formKeyCookieName(secure), value: newId(random), maxAge: FORM_KEY_SECONDS, httpOnly: true, path: '/' };
}

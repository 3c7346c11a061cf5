import { isFormKey, FORM_KEY_SECONDS, formKeyCookieName } from '#engine/shared/form-key.ts';
import type { SetCookie } from '#engine/decide/types.ts';
import type { Random } from '#server/platform/ports.ts';
import { newId } from '#server/platform/tokens/random.ts';

/** What a browser's forms are known by; `null` for a browser that has nothing yet, or keeps no cookies. */
export function readFormKey(cookies: Readonly<Record<string, string>>, secure: boolean): string | null {
  const value = cookies[formKeyCookieName(secure)];
  return isFormKey(value) ? value : null;
}

export function formKeyCookie(random: Random, secure: boolean): SetCookie {
  return { name: formKeyCookieName(secure), value: newId(random), maxAge: FORM_KEY_SECONDS, httpOnly: true, path: '/' };
}

import { isFormKey, FORM_KEY_SECONDS, formKeyCookieName } from '#engine/base/form-key.ts';

/**
 * Gives the browser what its forms are known by before the first one is sent, so that the server need not ask for it: an answer
 * that is lost on the way is given again to this browser alone.
 */
export function keepFormKey(): void {
  const secure = location.protocol === 'https:';
  const name = formKeyCookieName(secure);
  const known = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  if (isFormKey(known?.slice(name.length + 1))) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const value = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  document.cookie = `${name}=${value}; Path=/; Max-Age=${FORM_KEY_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`;
}

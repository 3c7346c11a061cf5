import { FORM_KEY_SECONDS, formKeyCookieName } from '#engine/shared/form-key.ts';

/**
 * Gives the browser what its forms are known by before the first one is sent, so that the server need not ask for it: an answer
 * that is lost on the way is given again to this browser alone.
 */
export function keepFormKey(): void {
  const secure = location.protocol === 'https:';
  const name = formKeyCookieName(secure);
  // Whatever is kept under the name counts; what the server cannot read it asks for anew.
  if (document.cookie.includes(`${name}=`)) return;
  const value = crypto.getRandomValues(new BigUint64Array(2)).join('-');
  document.cookie = `${name}=${value}; Path=/; Max-Age=${FORM_KEY_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`;
}

import { FORM_KEY_SECONDS, getFormKeyCookieName } from '#engine/shared/form-key.ts';

/** Sets the form key cookie before the first form is sent, which saves the server's redirect to set it. Needed to recognize resubmissions. */
export function keepFormKey(): void {
  const secure = location.protocol === 'https:';
  const name = getFormKeyCookieName(secure);
  // Any existing value is kept; the server replaces invalid ones.
  if (document.cookie.includes(`${name}=`)) return;
  const value = crypto.getRandomValues(new BigUint64Array(2)).join('-');
  document.cookie = `${name}=${value}; Path=/; Max-Age=${FORM_KEY_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`;
}

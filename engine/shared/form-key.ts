/** Seconds: the time in which a form may be resubmitted. */
export const FORM_KEY_SECONDS = 24 * 3600;

/** Cookie that identifies resubmissions of a browser; with `__Host-` over https. */
export const getFormKeyCookieName = (secure: boolean): string => `${secure ? '__Host-' : ''}form-key`;

/** 128 random bits or more in base64url. */
export const isFormKey = (value: string | undefined): value is string =>
  value !== undefined && /^[\w-]{22,64}$/.test(value);

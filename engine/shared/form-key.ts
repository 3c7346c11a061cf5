/** Seconds: as long as a form is likely to be sent again. */
export const FORM_KEY_SECONDS = 24 * 3600;

/** Where a browser keeps what its forms are known by when they are sent again; `__Host-` wherever browsers accept it. */
export const formKeyCookieName = (secure: boolean): string => `${secure ? '__Host-' : ''}form-key`;

/** 128 random bits or more in base64url. */
export const isFormKey = (value: string | undefined): value is string =>
  value !== undefined && /^[\w-]{22,64}$/.test(value);

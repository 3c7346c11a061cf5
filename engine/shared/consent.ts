/** Purposes of consent. */
export const consentPurposes = ['statistics', 'marketing'] as const;

export type ConsentPurpose = (typeof consentPurposes)[number];

/** Purposes that a visitor agreed to, with a valid and recent signature; empty if all were refused. */
export type Consent = readonly ConsentPurpose[];

/** Cookie with the consent answer; its presence is a facet. */
export const CONSENT_COOKIE = 'vitrine_consent';

/**
 * Whether the cookie's value, `<purposes joined by ->.<time>.<signature>`, contains a purpose: for scripts in the visitor's own browser. Clients can forge
 * the cookie, so the server uses `Consent`.
 */
export function agreesTo(value: string | undefined, purpose: ConsentPurpose): boolean {
  if (value === undefined) return false;
  const [purposes = ''] = value.split('.', 1);
  return purposes.split('-').includes(purpose);
}

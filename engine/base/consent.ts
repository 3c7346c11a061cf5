/** What a visitor may agree to, beyond what the page itself needs. */
export const consentPurposes = ['statistics', 'marketing'] as const;

export type ConsentPurpose = (typeof consentPurposes)[number];

/** What a visitor agreed to, once the server has found the answer to be its own and recent; empty when everything was refused. */
export type Consent = readonly ConsentPurpose[];

/** Cookie that remembers what the visitor agreed to; its presence alone is a facet. */
export const CONSENT_COOKIE = 'vitrine_consent';

/**
 * Whether the cookie's value, `<purposes joined by ->.<time>.<signature>`, names a purpose: for scripts, in the visitor's own browser. Anybody may write
 * the cookie, so that a server goes by `Consent`.
 */
export function agreesTo(value: string | undefined, purpose: ConsentPurpose): boolean {
  if (value === undefined) return false;
  const [purposes = ''] = value.split('.', 1);
  return purposes.split('-').includes(purpose);
}

/** What a visitor may agree to, beyond what the page itself needs. */
export const consentPurposes = ['statistics', 'marketing'] as const;

export type ConsentPurpose = (typeof consentPurposes)[number];

/** Cookie that remembers what the visitor agreed to; its presence alone is a facet. */
export const CONSENT_COOKIE = 'vitrine_consent';

/** Whether the cookie's value, `<purposes joined by ->.<time>.<signature>`, names a purpose. */
export function agreesTo(value: string | undefined, purpose: ConsentPurpose): boolean {
  if (value === undefined) return false;
  const [purposes = ''] = value.split('.', 1);
  return purposes.split('-').includes(purpose);
}

import { claimParts } from '#engine/shared/claim-name.ts';
import { claimTexts } from '#engine/shared/engine-texts.ts';
import { type JsonObject, isObject } from '#engine/documents/json.ts';
import { formatClaim, isNumberForm } from '#engine/i18n/format-claim.ts';
import { formatClaimPart } from '#engine/i18n/format-claim-part.ts';
import type { StudioClaim } from '#engine/studio/protocol.ts';
import type { Claim } from '#schemas/generated/documents.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';

/** Claims and the notes beside their prices, as texts name them. */
export function listClaims(claims: unknown): readonly StudioClaim[] {
  if (!isObject(claims)) return [];
  return Object.entries(claims).flatMap(([name, claim]) => {
    if (!isClaim(claim)) return [{ name, shown: {} }];
    const parts = claimParts.filter((part) => claim[part] !== undefined && claim[part] !== 'no-price');
    return [
      { name, shown: inEach((locale) => formatClaim(claim, locale)) },
      ...parts.map((part) => ({
        name: `${name}.${part}`,
        shown: inEach((locale) => formatClaimPart(claim, part, locale, () => undefined) ?? ''),
      })),
    ];
  });
}

const inEach = (write: (locale: Locale) => string): StudioClaim['shown'] =>
  Object.fromEntries(locales.map((locale) => [locale, write(locale)]));

/** Drafts may contain invalid values. */
export function isClaim(claim: unknown): claim is Claim {
  if (!isObject(claim)) return false;
  const { value, to, format, currency, unit } = claim;
  if (format === 'date')
    return [value, to ?? value].every((day) => !Number.isNaN(Date.parse(String(day)))) && !(String(to) < String(value));
  if (typeof value !== 'number' || (to !== undefined && !(Number(to) > value))) return false;
  if (format === 'unit') return Intl.supportedValuesOf('unit').includes(String(unit));
  return format === 'money' ? /^[A-Z]{3}$/.test(String(currency)) && hasValidReduction(claim) : isNumberForm(format);
}

function hasValidReduction({ tax, former, lowest30 }: JsonObject): boolean {
  return (
    (tax === undefined || tax === 'no-price' || Object.hasOwn(claimTexts, String(tax))) &&
    (former === undefined || typeof former === 'number') &&
    (lowest30 === undefined || (isObject(lowest30) && typeof lowest30['value'] === 'number'))
  );
}

import { splitClaimName } from '#engine/shared/claim-name.ts';
import { isObject } from '#engine/documents/json.ts';
import { formatClaim } from '#engine/i18n/format-claim.ts';
import { formatClaimPart } from '#engine/i18n/format-claim-part.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { isClaim } from './list-claims.ts';

interface Values {
  readonly locale: Locale;
  /** Of the site document. */
  readonly claims: unknown;
  /** Name of the site or of the brand. */
  readonly site: string;
}

/** A title as visitors read it: with the name of the site and the values of claims. What has no value stays as it is written. */
export const fillText = (text: string, { locale, claims, site }: Values): string =>
  text.replaceAll(/\{(?:site|claims\.([\w.]+))\}/g, (written, named: string | undefined) => {
    if (named === undefined) return site;
    const { name, part } = splitClaimName(named);
    const claim = isObject(claims) ? claims[name] : undefined;
    if (!isClaim(claim)) return written;
    const shown =
      part === undefined ? formatClaim(claim, locale) : formatClaimPart(claim, part, locale, () => undefined);
    return shown ?? written;
  });

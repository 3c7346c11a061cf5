import { claimTexts, type CodeText, buildCodeTextKey } from '#engine/shared/engine-texts.ts';
import type { Claim } from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { DAY_OF_YEAR, formatClaim } from './format-claim.ts';

/**
 * What a text names of a claim beside its figure: `day` of a date without its year, and of a price `former` as an amount; `lowest30` and `tax` as the notes that the law asks for
 * (directive 98/6/EC, articles 2 and 6a). `undefined` if the price has none.
 *
 * @param findOwn The site's own text of a key, in a language that the engine lacks
 */
export function formatClaimPart(
  { format, value, to, currency, former, lowest30, tax }: Omit<Claim, 'source' | 'asOf'>,
  part: string,
  locale: Locale,
  findOwn: (key: string) => string | undefined,
): string | undefined {
  const write = (amount: number): string => formatClaim({ format, currency, value: amount }, locale);
  const note = (key: keyof typeof claimTexts): string => {
    const words: CodeText = claimTexts[key];
    return words[locale] ?? findOwn(buildCodeTextKey('claim', key)) ?? claimTexts[key].en;
  };
  if (part === 'day') return format === 'date' ? formatClaim({ format, value, to }, locale, DAY_OF_YEAR) : undefined;
  if (part === 'former') return former === undefined ? undefined : write(former);
  if (part === 'tax') return tax === undefined || tax === 'no-price' ? undefined : note(tax);
  if (part !== 'lowest30' || lowest30 === undefined) return undefined;
  return note(part).replace('{price}', write(lowest30.value));
}

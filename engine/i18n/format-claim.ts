import type { Claim } from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

const OPTIONS: Readonly<Record<Claim['format'], Intl.NumberFormatOptions>> = {
  integer: { maximumFractionDigits: 0 },
  compact: { notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 1 },
  percent: { style: 'percent', maximumFractionDigits: 1 },
  decimal: { minimumFractionDigits: 1, maximumFractionDigits: 2 },
};

const formats = new Map<string, Intl.NumberFormat>();

/** A figure as a native writes it (S15): `3,000`, `3.000`, `3 000`; `5 Millionen`; `75 %`. Its parts never break across lines. */
export function formatClaim(claim: Pick<Claim, 'value' | 'format'>, locale: Locale): string {
  return formatNumber(claim.value, claim.format, locale);
}

/** A number in one of the four forms of a claim; spaces inside are non-breaking. */
export function formatNumber(value: number, form: Claim['format'], locale: Locale): string {
  const key = `${locale} ${form}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, OPTIONS[form]);
    formats.set(key, format);
  }
  return format.format(value).replaceAll(' ', '\u00a0');
}

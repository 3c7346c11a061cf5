import type { Claim } from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { formatMoney, type Money, unbroken } from './format-values.ts';

type NumberForm = Exclude<Claim['format'], 'money'>;

const OPTIONS: Readonly<Record<NumberForm, Intl.NumberFormatOptions>> = {
  integer: { maximumFractionDigits: 0 },
  compact: { notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 1 },
  percent: { style: 'percent', maximumFractionDigits: 1 },
  decimal: { minimumFractionDigits: 1, maximumFractionDigits: 2 },
};

export const isNumberForm = (form: unknown): form is NumberForm =>
  typeof form === 'string' && Object.hasOwn(OPTIONS, form);

const formats = new Map<string, Intl.NumberFormat>();

/** A figure formatted for a language (S15): `3,000`, `3.000`, `3 000`; `5 Millionen`; `75 %`; `100 €`. Its parts never break across lines. */
export function formatClaim(claim: Pick<Claim, 'value' | 'format' | 'currency'>, locale: Locale): string {
  if (claim.format !== 'money') return formatNumber(claim.value, claim.format, locale);
  return unbroken(formatMoney(locale, toMoney(claim)));
}

/** The amount of a claim of the format `money`. */
export function toMoney({ value, currency = '' }: Pick<Claim, 'value' | 'currency'>): Money {
  return { amount: Math.round(value * 100), currency };
}

/** A number in one of the formats without currency; spaces inside are non-breaking. */
export function formatNumber(value: number, form: NumberForm, locale: Locale): string {
  const key = `${locale} ${form}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, OPTIONS[form]);
    formats.set(key, format);
  }
  return unbroken(format.format(value));
}

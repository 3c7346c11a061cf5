import type { Claim } from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { type Money, unbroken } from './format-values.ts';

type NumberForm = Exclude<Claim['format'], 'money' | 'unit'>;

const OPTIONS: Readonly<Record<NumberForm, Intl.NumberFormatOptions>> = {
  integer: { maximumFractionDigits: 0 },
  compact: { notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 1 },
  percent: { style: 'percent', maximumFractionDigits: 1 },
  decimal: { minimumFractionDigits: 1, maximumFractionDigits: 2 },
};

const DURATIONS: ReadonlySet<string> = new Set<NonNullable<Claim['unit']>>([
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'year',
]);

export const isNumberForm = (form: unknown): form is NumberForm =>
  typeof form === 'string' && Object.hasOwn(OPTIONS, form);

const formats = new Map<string, Intl.NumberFormat>();

/**
 * A figure formatted for a language (S15): `3,000`, `3.000`, `3 000`; `5 Millionen`; `75 %`; `100 €`; `49–89 €`; `2 Stunden`. Its parts
 * never break across lines.
 */
export function formatClaim(
  { value, to, format, currency, unit }: Pick<Claim, 'value' | 'to' | 'format' | 'currency' | 'unit'>,
  locale: Locale,
): string {
  const intl = getFormat(locale, `${format} ${currency ?? unit ?? ''}`, () => {
    if (format === 'money') return { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' };
    if (format === 'unit') return { style: 'unit', unit, unitDisplay: DURATIONS.has(unit ?? '') ? 'long' : 'short' };
    return OPTIONS[format];
  });
  return unbroken(to === undefined ? intl.format(value) : intl.formatRange(value, to));
}

/** The amount of a claim of the format `money`. */
export function toMoney({ value, currency = '' }: Pick<Claim, 'value' | 'currency'>): Money {
  return { amount: Math.round(value * 100), currency };
}

/** A number in one of the formats without currency or unit; spaces inside are non-breaking. */
export const formatNumber = (value: number, form: NumberForm, locale: Locale): string =>
  unbroken(getFormat(locale, form, () => OPTIONS[form]).format(value));

function getFormat(locale: Locale, name: string, options: () => Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${name}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, options());
    formats.set(key, format);
  }
  return format;
}

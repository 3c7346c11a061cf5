import type { Claim } from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { formatDate, formatDateRange, type Money, withoutBreaks } from './format-values.ts';

type NumberForm = Exclude<Claim['format'], 'money' | 'unit' | 'date'>;

const OPTIONS: Readonly<Record<NumberForm, Intl.NumberFormatOptions>> = {
  integer: { maximumFractionDigits: 0 },
  compact: { notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 1 },
  percent: { style: 'percent', maximumFractionDigits: 1 },
  decimal: { minimumFractionDigits: 1, maximumFractionDigits: 2 },
};

/** A day has no time and no zone. */
const DAY = { dateStyle: 'long', timeZone: 'UTC' } as const satisfies Intl.DateTimeFormatOptions;

/** A day without its year. */
export const DAY_OF_YEAR = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;

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
 * A figure formatted for a language (S15): `3,000`, `3.000`, `3 000`; `5 Millionen`; `75 %`; `100 €`; `49–89 €`; `2 Stunden`; `27. November
 * 2026`. Its parts never break across lines, except a range of days at its dash.
 */
export function formatClaim(
  { value, to, format, currency, unit }: Pick<Claim, 'value' | 'to' | 'format' | 'currency' | 'unit'>,
  locale: Locale,
  day: Intl.DateTimeFormatOptions = DAY,
): string {
  if (format === 'date') {
    const from = Date.parse(String(value));
    return to === undefined
      ? withoutBreaks(formatDate(locale, from, day))
      : formatDateRange(locale, from, Date.parse(String(to)), day);
  }
  const intl = getFormat(locale, `${format} ${currency ?? unit ?? ''}`, () => {
    if (format === 'money') return { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' };
    if (format === 'unit') return { style: 'unit', unit, unitDisplay: DURATIONS.has(unit ?? '') ? 'long' : 'short' };
    return OPTIONS[format];
  });
  return withoutBreaks(to === undefined ? intl.format(Number(value)) : intl.formatRange(Number(value), Number(to)));
}

/** The figure of a claim for visitors of a country: its own, in the currency and with the tax of the claim unless it names others. */
export function chooseFigure(claim: Claim, country: string | undefined): Claim {
  const own = country === undefined ? undefined : claim.countries?.[country];
  if (own === undefined) return claim;
  const { to: _to, former: _former, lowest30: _lowest30, ...shared } = claim;
  return { ...shared, ...own };
}

/** The amount of a claim of the format `money`. */
export function toMoney({ value, currency = '' }: Pick<Claim, 'value' | 'currency'>): Money {
  return { amount: Math.round(Number(value) * 100), currency };
}

/** A number in one of the formats without currency or unit; spaces inside are non-breaking. */
export const formatNumber = (value: number, form: NumberForm, locale: Locale): string =>
  withoutBreaks(getFormat(locale, form, () => OPTIONS[form]).format(value));

function getFormat(locale: Locale, name: string, options: () => Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${name}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, options());
    formats.set(key, format);
  }
  return format;
}

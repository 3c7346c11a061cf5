import { memoizePer } from '#engine/shared/once-per.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** Time zone of the shop. */
export const SHOP_ZONE = 'Europe/Berlin';

/** Numbers of visitors, formatted alike on pages and in mails. */

/** @param percent Such as 15 for 15 %. */
export function formatPercent(locale: Locale, percent: number): string {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(percent / 100);
}

export interface Money {
  /** In minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

export function formatMoney(locale: Locale, { amount, currency }: Money): string {
  const options = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const;
  return new Intl.NumberFormat(locale, options).format(amount / 100);
}

/** A time span such as "24 hours", with a non-breaking space. */
export function formatHours(locale: Locale, hours: number): string {
  const options = { style: 'unit', unit: 'hour', unitDisplay: 'long' } as const;
  return withoutBreaks(new Intl.NumberFormat(locale, options).format(hours));
}

/**
 * A date in the time zone of the shop.
 *
 * @param ms Milliseconds since the epoch.
 */
export function formatDay(locale: Locale, ms: number): string {
  return withoutBreaks(formatDate(locale, ms, { dateStyle: 'long', timeZone: SHOP_ZONE }));
}

/** A date with its time, in the same time zone. */
export function formatMoment(locale: Locale, ms: number): string {
  return written(locale, momentFormat(locale).formatToParts(ms));
}

/** Cached, because lists of admin pages contain one per row. */
const momentFormat = memoizePer((locale: Locale) =>
  dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: SHOP_ZONE }),
);

/** As `Intl` formats dates, except for the first day of a month in French: "le 1er décembre". */
export function formatDate(locale: Locale, ms: number, options: Intl.DateTimeFormatOptions): string {
  return written(locale, dateFormat(locale, options).formatToParts(ms));
}

/** A range of days, which may break across lines behind its dash only. */
export function formatDateRange(locale: Locale, from: number, to: number, options: Intl.DateTimeFormatOptions): string {
  const text = written(locale, dateFormat(locale, options).formatRangeToParts(from, to));
  return withoutBreaks(text).replaceAll(/[\u00A0\u2009\u202F]–[\u00A0\u2009\u202F]/g, '\u00A0– ');
}

const dateFormat = (locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, options);

function written(locale: Locale, parts: readonly Intl.DateTimeFormatPart[]): string {
  const isOrdinal = (part: Intl.DateTimeFormatPart): boolean =>
    locale === 'fr' && part.type === 'day' && part.value === '1';
  return parts.map((part) => (isOrdinal(part) ? '1er' : part.value)).join('');
}

/** Figures and their nouns do not break across lines. */
export const withoutBreaks = (value: string): string => value.replaceAll(' ', '\u00A0');

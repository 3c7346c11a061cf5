import { oncePer } from '#engine/base/once-per.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** The shop's calendar. */
export const SHOP_ZONE = 'Europe/Berlin';

/** Visitors' own figures, written alike on pages and in mails. */

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

/** A time span in words, such as "24 hours"; it never breaks between figure and unit. */
export function formatHours(locale: Locale, hours: number): string {
  const options = { style: 'unit', unit: 'hour', unitDisplay: 'long' } as const;
  return unbroken(new Intl.NumberFormat(locale, options).format(hours));
}

/**
 * A day, counted as a Central European one: the shop's calendar.
 *
 * @param ms Milliseconds since the epoch.
 */
export function formatDay(locale: Locale, ms: number): string {
  return unbroken(formatDate(locale, ms, { dateStyle: 'long', timeZone: SHOP_ZONE }));
}

/** A day and its time, on the same calendar. */
export function formatMoment(locale: Locale, ms: number): string {
  return written(locale, momentFormat(locale).formatToParts(ms));
}

/** Lists of the staff write one in each row. */
const momentFormat = oncePer((locale: Locale) =>
  dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: SHOP_ZONE }),
);

/** As the platform writes dates, but for the first day of a month, which is an ordinal in French: "le 1er décembre". */
export function formatDate(locale: Locale, ms: number, options: Intl.DateTimeFormatOptions): string {
  return written(locale, dateFormat(locale, options).formatToParts(ms));
}

const dateFormat = (locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, options);

function written(locale: Locale, parts: readonly Intl.DateTimeFormatPart[]): string {
  const isOrdinal = (part: Intl.DateTimeFormatPart): boolean =>
    locale === 'fr' && part.type === 'day' && part.value === '1';
  return parts.map((part) => (isOrdinal(part) ? '1er' : part.value)).join('');
}

/** Figures stay with what they count, wherever the line ends. */
export const unbroken = (value: string): string => value.replaceAll(' ', '\u00A0');

import { memoizePer } from '#engine/shared/once-per.ts';
import { formatMoment, SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { type StaffKey, staffTexts } from '#schemas/generated/texts/staff.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { type TextsByLocale, type Translator, createTranslator } from '#server/platform/mail/translator.ts';

export type { StaffKey };

/** Texts of the admin pages; a key that is missing in a language does not compile. */
const texts: TextsByLocale<StaffKey> = staffTexts;

export interface StaffTranslator extends Translator<StaffKey> {
  /** Whether this key has a text. */
  has(key: string): key is StaffKey;
  /** @param time ISO 8601, or milliseconds since the epoch. */
  moment(time: string | number): string;
  /** A day in the time zone of the site, such as `Thu 19 Nov`. */
  shortDay(time: number): string;
  /** The same without weekday, such as `19 Nov`. */
  dayOfMonth(time: number): string;
  /** The same in full, such as `Thursday, 19 November 2026`. */
  longDay(time: number): string;
  /** A time of day, such as `10:05`. */
  clock(time: string | number): string;
  /** Name of a language; unknown codes stay as they are. */
  language(code: string): string;
  /** The same for a country, such as `Poland`. */
  country(code: string): string;
  /** A whole number in the format of the language. */
  number(value: number): string;
  /** A signed difference, such as `+41`. */
  difference(value: number): string;
}

export const getStaffTranslator = memoizePer((locale: Locale): StaffTranslator => {
  const tag = locale === 'en' ? 'en-GB' : locale;
  const format = new Intl.NumberFormat(tag);
  const difference = new Intl.NumberFormat(tag, { signDisplay: 'exceptZero' });
  const days = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: SHOP_ZONE });
  const short = days({ weekday: 'short', day: 'numeric', month: 'short' });
  const dayOfMonth = days({ day: 'numeric', month: 'short' });
  const long = days({ dateStyle: 'full' });
  const clock = days({ timeStyle: 'short' });
  const languages = new Intl.DisplayNames(tag, { type: 'language' });
  const countries = new Intl.DisplayNames(tag, { type: 'region' });
  return Object.assign(createTranslator(locale, texts), {
    has: (key: string): key is StaffKey => Object.hasOwn(texts[locale], key),
    moment: (time: string | number) => formatMoment(locale, new Date(time).getTime()),
    shortDay: (time: number) => short.format(time),
    dayOfMonth: (time: number) => dayOfMonth.format(time),
    longDay: (time: number) => long.format(time),
    clock: (time: string | number) => clock.format(new Date(time)),
    language: (code: string) => nameCode(languages, code),
    country: (code: string) => nameCode(countries, code),
    number: (value: number) => format.format(value),
    difference: (value: number) => difference.format(value),
  });
});

function nameCode(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    // Values of earlier releases may be malformed.
    return code;
  }
}

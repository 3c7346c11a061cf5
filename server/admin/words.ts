import { formatMoment } from '#engine/i18n/format-values.ts';
import { type StaffKey, staffTexts } from '#schemas/generated/texts/staff.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { type MailTexts, type Words, wordsIn } from '#server/platform/mail/words.ts';

export type { StaffKey };

/** The words of the pages of those who run the house; a key that one language lacks does not compile. */
const texts: MailTexts<StaffKey> = staffTexts;

export interface StaffWords extends Words<StaffKey> {
  /** Whether there is a text of this key. */
  has(key: string): key is StaffKey;
  /** @param time ISO 8601, or milliseconds since the epoch. */
  moment(time: string | number): string;
  /** A whole number as the language writes it. */
  number(value: number): string;
}

export function staffWords(locale: Locale): StaffWords {
  const format = new Intl.NumberFormat(locale === 'en' ? 'en-GB' : locale);
  return Object.assign(wordsIn(locale, texts), {
    has: (key: string): key is StaffKey => Object.hasOwn(texts[locale], key),
    moment: (time: string | number) => formatMoment(locale, new Date(time).getTime()),
    number: (value: number) => format.format(value),
  });
}

import { UserError } from '#engine/shared/errors.ts';
import { formatDay, formatHours, formatMoney, formatPercent } from '#engine/i18n/format-values.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** The words of a module's mails, by language. */
export type MailTexts<Key extends string> = Readonly<Record<Locale, Readonly<Record<Key, string>>>>;

/** Values of a text's variables, by their names. */
export type MailVariables = Readonly<Record<string, string>>;

/** Words in one language, and how it writes numbers, money and days. */
export interface LocaleWords<Key extends string> {
  (key: Key, variables?: MailVariables): string;
  readonly locale: Locale;
  percent(value: number): string;
  /** @param money In minor units. */
  money(money: { readonly amount: number; readonly currency: string }): string;
  /** A time span, such as "24 hours". */
  hours(count: number): string;
  /** @param time Milliseconds since the epoch. */
  day(time: number): string;
}

/** @param always Variables that every text may use. */
export function createLocaleWords<Key extends string>(
  locale: Locale,
  texts: MailTexts<Key>,
  always: MailVariables = {},
): LocaleWords<Key> {
  const say = (key: Key, variables: MailVariables = {}): string =>
    mailText(texts, locale, key, { ...variables, ...always });
  return Object.assign(say, {
    locale,
    percent: (value: number) => formatPercent(locale, value),
    money: (money: { readonly amount: number; readonly currency: string }) => formatMoney(locale, money),
    hours: (count: number) => formatHours(locale, count),
    day: (time: number) => formatDay(locale, time),
  });
}

/**
 * A text with its variables filled in, once and from left to right: a value that looks like a variable is printed, not read.
 * The result is plain text; anyone who puts it into markup escapes it.
 */
export function mailText<Key extends string>(
  texts: MailTexts<Key>,
  locale: Locale,
  key: Key,
  variables: MailVariables,
): string {
  return texts[locale][key].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined)
      throw new UserError(
        `The mail text "${key}" in "${locale}" uses the variable "${name}", which this mail does not have.`,
      );
    return value;
  });
}

import { UserError } from '#engine/shared/errors.ts';
import { formatDay, formatHours, formatMoney, formatPercent } from '#engine/i18n/format-values.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** Mail texts of a module, by language. */
export type TextsByLocale<Key extends string> = Readonly<Record<Locale, Readonly<Record<Key, string>>>>;

/** Values of a text's variables by name. */
export type TextVariables = Readonly<Record<string, string>>;

/** Texts in one language, with formats for numbers, money and dates. */
export interface Translator<Key extends string> {
  (key: Key, variables?: TextVariables): string;
  readonly locale: Locale;
  percent(value: number): string;
  /** @param money in minor units */
  money(money: { readonly amount: number; readonly currency: string }): string;
  /** A time span, such as "24 hours". */
  hours(count: number): string;
  /** @param time milliseconds since the epoch */
  day(time: number): string;
}

/** @param always variables that are available in all texts */
export function createTranslator<Key extends string>(
  locale: Locale,
  texts: TextsByLocale<Key>,
  always: TextVariables = {},
): Translator<Key> {
  const say = (key: Key, variables: TextVariables = {}): string =>
    translate(texts, locale, key, { ...variables, ...always });
  return Object.assign(say, {
    locale,
    percent: (value: number) => formatPercent(locale, value),
    money: (money: { readonly amount: number; readonly currency: string }) => formatMoney(locale, money),
    hours: (count: number) => formatHours(locale, count),
    day: (time: number) => formatDay(locale, time),
  });
}

/** A text with its variables replaced in a single pass, so that values are never interpreted as variables. Returns plain text, to be escaped in markup. */
export function translate<Key extends string>(
  texts: TextsByLocale<Key>,
  locale: Locale,
  key: Key,
  variables: TextVariables,
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

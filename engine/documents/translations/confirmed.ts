import type { Locale } from '#schemas/generated/vocabulary.ts';
import { hashSourceText, markSameText } from '../confirmed-texts.ts';
import { isObject } from '../json.ts';
import { findForeignLanguage } from '../rules/untranslated-text/find-foreign-language.ts';
import { findSameTexts } from '../rules/untranslated-text/same-text.ts';
import type { TranslatableText } from './entries.ts';

/** A translation that a person confirmed. */
export interface ConfirmedTranslation {
  readonly entry: TranslatableText;
  readonly locale: Locale;
}

/** Content of `locales/confirmed.json`. */
export interface Confirmed {
  has(entry: TranslatableText, locale: Locale): boolean;
  /** Content of the file with more confirmations, without outdated ones of these texts. */
  with(more: readonly ConfirmedTranslation[], entries: readonly TranslatableText[]): string;
}

/**
 * @param text content of the file; `null` without one
 * @param others whether confirmations of other texts are kept: a draft contains only some texts
 * @returns `null` for a file that `npm run texts -- confirm` did not write
 */
export function parseConfirmed(text: string | null, others: 'drop' | 'keep'): Confirmed | null {
  const marks = text === null ? {} : parse(text);
  if (!isMarks(marks)) return null;
  const findMark = ({ key, source, versions }: TranslatableText, locale: string): string | undefined => {
    const words = [...versions].find(([language]) => language === locale)?.[1].text ?? '';
    const mark = marks[locale]?.[key];
    return [hashSourceText(source.text), markSameText(source.text, words)].find((each) => each === mark);
  };
  return {
    has: (entry, locale) => findMark(entry, locale) !== undefined,
    with(more, entries) {
      const known = new Set(entries.map(({ key }) => key));
      const languages = [...new Set([...Object.keys(marks), ...more.map(({ locale }) => locale)])].toSorted();
      const updated = languages.map((language) => {
        const added = new Set(more.flatMap(({ entry, locale }) => (locale === language ? [entry] : [])));
        const own = entries.flatMap((entry) => {
          const mark = added.has(entry) ? computeMark(entry, language) : findMark(entry, language);
          return mark === undefined ? [] : [[entry.key, mark] as const];
        });
        const rest = Object.entries(marks[language] ?? {}).filter(([key]) => others === 'keep' && !known.has(key));
        return [language, Object.fromEntries([...own, ...rest].toSorted(([a], [b]) => (a < b ? -1 : 1)))] as const;
      });
      return `${JSON.stringify(Object.fromEntries(updated), null, 2)}\n`;
    },
  };
}

/** The hash covers the translation only if it equals another language's text, or is a sentence of one: then a later edit invalidates the confirmation. */
function computeMark({ source, versions }: TranslatableText, language: string): string {
  const same = findSameTexts(versions).find(({ locale }) => locale === language);
  const words = [...versions].find(([locale]) => locale === language)?.[1].text ?? '';
  const meant = same?.entry.text ?? (findForeignLanguage(language, words) === null ? undefined : words);
  return meant === undefined ? hashSourceText(source.text) : markSameText(source.text, meant);
}

/** Language → key → hash of the source text. */
type Marks = Readonly<Record<string, Readonly<Record<string, string>>>>;

function isMarks(value: unknown): value is Marks {
  return (
    isObject(value) &&
    Object.values(value).every(
      (marks) => isObject(marks) && Object.values(marks).every((mark) => typeof mark === 'string'),
    )
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { markOfSource } from '../../confirmed-texts.ts';
import { isObject } from '../../json.ts';
import { sourceLocale, type TextEntry, type TextVersions } from '../../texts.ts';

/** Language → key → mark, as `npm run texts -- confirm` writes them. */
export type Marks = Readonly<Record<string, unknown>>;

interface SameText {
  readonly locale: Locale;
  /** An earlier language that says the same. */
  readonly other: Locale;
  readonly entry: TextEntry;
}

/** Languages whose sentence is that of an earlier one. */
export function sameText(versions: TextVersions): readonly SameText[] {
  const first = new Map<string, Locale>();
  return locales.flatMap((locale): SameText[] => {
    const entry = versions.get(locale);
    if (entry === undefined || !isSentence(entry.text)) return [];
    const other = first.get(entry.text);
    if (other !== undefined) return [{ locale, other, entry }];
    first.set(entry.text, locale);
    return [];
  });
}

/**
 * Names ("App Store", "Black Week") and single words ("Session") are the same in many languages; a row of words with one in small letters
 * behind the first hardly ever is.
 */
function isSentence(text: string): boolean {
  const words = text.replaceAll(/<[^>]*>|\{[^}]*\}/g, ' ').match(/\p{L}[\p{L}'’-]*/gu) ?? [];
  return words.slice(1).some((word) => /^\p{Ll}{2}/u.test(word));
}

/** Confirmed for these very words of the source. */
export function isMeant(key: string, locale: Locale, versions: TextVersions, marks: Marks): boolean {
  const own = marks[locale];
  const source = versions.get(sourceLocale);
  return source !== undefined && isObject(own) && own[key] === markOfSource(source.text);
}

import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { markSameText } from '../../confirmed-texts.ts';
import { sourceLocale, type TextEntry, type TextVersions } from '../../texts.ts';

/** Language → key → hash, as written by `npm run texts -- confirm`. */
export type Marks = Readonly<Record<string, unknown>>;

interface SameText {
  readonly locale: Locale;
  /** An earlier language with the same text. */
  readonly other: Locale;
  readonly entry: TextEntry;
}

/** Languages with the same text as an earlier one. */
export function findSameTexts(versions: TextVersions): readonly SameText[] {
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
 * Names ("App Store", "Black Week") and single words ("Session") are often equal across languages; several words with a lower-case one
 * after the first hardly ever are.
 */
function isSentence(text: string): boolean {
  const words = text.replaceAll(/<[^<>]*>|\{[^{}]*\}/g, ' ').match(/\p{L}[\p{L}'’-]*/gu) ?? [];
  return words.slice(1).some((word) => /^\p{Ll}{2}/u.test(word));
}

/** Whether a hash confirms that this text equals that of another language on purpose, for both texts. */
export function isMeant(versions: TextVersions, { entry }: Pick<SameText, 'entry'>, mark: unknown): boolean {
  const source = versions.get(sourceLocale);
  return source !== undefined && mark === markSameText(source.text, entry.text);
}

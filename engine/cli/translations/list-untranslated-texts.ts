import type { TextEntry } from '#engine/documents/texts.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Confirmed } from '#engine/documents/translations/confirmed.ts';
import { isNeeded, locateEntry, targetLocales, type TranslatableText } from '#engine/documents/translations/entries.ts';
import type { TextHistory, Written } from './history.ts';

/** A text that a translator has to look at in one language. */
export interface UntranslatedText {
  readonly entry: TranslatableText;
  readonly locale: Locale;
  readonly location: TextEntry['location'];
  /** When the source got the words that the translation does not know; absent for a text that is missing. */
  readonly since?: Written;
}

/**
 * Texts that a language lacks, and those whose source was written after the translation (N12). Without a history nobody knows of the
 * latter.
 */
export function listUntranslatedTexts(
  entries: readonly TranslatableText[],
  history: TextHistory | null,
  confirmed: Pick<Confirmed, 'has'>,
): readonly UntranslatedText[] {
  return entries.flatMap((entry) =>
    targetLocales.flatMap((locale): UntranslatedText[] => {
      const translation = entry.versions.get(locale);
      const location = locateEntry(entry, locale);
      if (translation === undefined) return isNeeded(entry, locale) ? [{ entry, locale, location }] : [];
      const since = history === null ? null : newerSource(entry, translation, history);
      return since === null || confirmed.has(entry, locale) ? [] : [{ entry, locale, location, since }];
    }),
  );
}

function newerSource({ source }: TranslatableText, translation: TextEntry, history: TextHistory): Written | null {
  const since = history(source);
  return since.rank > history(translation).rank ? since : null;
}

import type { TextEntry } from '#engine/documents/texts.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Confirmed } from '#engine/documents/translations/confirmed.ts';
import { isNeeded, locateEntry, targetLocales, type TranslatableText } from '#engine/documents/translations/entries.ts';
import type { TextHistory, Written } from './history.ts';

/** A missing or outdated translation. */
export interface UntranslatedText {
  readonly entry: TranslatableText;
  readonly locale: Locale;
  readonly location: TextEntry['location'];
  /** First commit of the current source text; absent for a missing translation. */
  readonly since?: Written;
}

/** Missing translations, and those older than their source (N12); the latter require a history. */
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

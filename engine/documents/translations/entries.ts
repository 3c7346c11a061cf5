import { allTexts } from '#engine/documents/each-text.ts';
import {
  withoutPlural,
  type TextEntry,
  type TextStore,
  type TextVersions,
  sourceLocale,
  textFile,
} from '#engine/documents/texts.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';

/** A text as translators know it: its words in the source language, and in each language that has it. */
export interface TranslatableText {
  /** Such as `landing.hero.title`; a block's own words as `blocks/header#menu`. */
  readonly key: string;
  readonly source: TextEntry;
  readonly versions: TextVersions;
}

/** All languages but the one that the others are translated from. */
export const targetLocales: readonly Locale[] = locales.filter((locale) => locale !== sourceLocale);

/** All texts of a project that have words in the source language, or are plural forms that it lacks. */
export function listTextEntries(store: TextStore): readonly TranslatableText[] {
  return [...allTexts(store)]
    .map(([key, versions]) => createEntry(key, versions, store))
    .filter((entry) => entry !== null);
}

function createEntry(key: string, versions: TextVersions, { keys }: TextStore): TranslatableText | null {
  // Other languages have plural forms of their own, made from the form that the source language has for all else.
  const source = versions.get(sourceLocale) ?? keys.get(`${withoutPlural(key)}_other`)?.get(sourceLocale);
  return source === undefined ? null : { key, source, versions };
}

/** Where the words of a language stand, or would stand. */
export function locateEntry({ key, source: { location } }: TranslatableText, locale: Locale): TextEntry['location'] {
  if (key.includes('#')) return { file: location.file, path: [...location.path.slice(0, -1), locale] };
  const namespace = key.slice(0, key.indexOf('.'));
  return { file: textFile(locale, namespace), path: [key.slice(namespace.length + 1)] };
}

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** A plural form that the language does not have is not missing there. */
export function isNeeded({ key }: TranslatableText, locale: Locale): boolean {
  const form = PLURAL.exec(key)?.[1];
  const forms: readonly string[] = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  return form === undefined || forms.includes(form);
}

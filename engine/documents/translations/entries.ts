import { listTexts } from '#engine/documents/each-text.ts';
import {
  withoutPlural,
  type TextEntry,
  type TextStore,
  type TextVersions,
  sourceLocale,
  buildTextPath,
} from '#engine/documents/texts.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';

/** A text for translators: source text and translations. */
export interface TranslatableText {
  /** Such as `landing.hero.title`; texts of blocks as `blocks/header#menu`. */
  readonly key: string;
  readonly source: TextEntry;
  readonly versions: TextVersions;
}

/** All languages except the source language. */
export const targetLocales: readonly Locale[] = locales.filter((locale) => locale !== sourceLocale);

/** All texts of a project with a source text, and plural forms that the source language lacks. */
export function listTextEntries(store: TextStore): readonly TranslatableText[] {
  return listTexts(store)
    .flatMap(({ texts }) => texts)
    .map(([key, versions]) => createEntry(key, versions, store))
    .filter((entry) => entry !== null);
}

function createEntry(key: string, versions: TextVersions, { keys }: TextStore): TranslatableText | null {
  // Plural forms of other languages are translated from the source language's `_other` form.
  const source = versions.get(sourceLocale) ?? keys.get(`${withoutPlural(key)}_other`)?.get(sourceLocale);
  return source === undefined ? null : { key, source, versions };
}

/** Position of the text in a language, existing or not. */
export function locateEntry({ key, source: { location } }: TranslatableText, locale: Locale): TextEntry['location'] {
  if (key.includes('#')) return { file: location.file, path: [...location.path.slice(0, -1), locale] };
  const namespace = key.slice(0, key.indexOf('.'));
  return { file: buildTextPath(locale, namespace), path: [key.slice(namespace.length + 1)] };
}

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Plural forms that a language does not have are not missing. */
export function isNeeded({ key }: TranslatableText, locale: Locale): boolean {
  const form = PLURAL.exec(key)?.[1];
  const forms: readonly string[] = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  return form === undefined || forms.includes(form);
}

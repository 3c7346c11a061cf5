import { suggestName } from '#engine/shared/suggest-name.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { isObject } from './json.ts';
import type { SourceLocation } from './source-location.ts';
import type { Source } from './source.ts';
import { type TextStore, sourceLocale } from './texts.ts';

/** One text under two keys: a missing and a superfluous key are a misspelling of one of the two. */
export interface MisnamedText {
  /** Key in the source language. */
  readonly source: string;
  /** Key in other languages. */
  readonly other: string;
  /** Languages that have the other key. */
  readonly locales: readonly Locale[];
  /** Several languages do not misspell equally. */
  readonly isSourceWrong: boolean;
}

const known = new WeakMap<TextStore, readonly MisnamedText[]>();

export function findMisnamedTexts(store: TextStore): readonly MisnamedText[] {
  let texts = known.get(store);
  if (texts === undefined) {
    texts = find(store);
    known.set(store, texts);
  }
  return texts;
}

function find(store: TextStore): readonly MisnamedText[] {
  const { keys } = store;
  const extra = [...keys].filter(([, versions]) => !versions.has(sourceLocale));
  if (extra.length === 0) return [];
  const incomplete = [...keys].filter(([, versions]) => versions.has(sourceLocale) && versions.size < locales.length);
  return extra.flatMap(([other, versions]) => {
    const spoken = [...versions.keys()];
    const missing = incomplete.filter(
      ([key, there]) => readNamespace(key) === readNamespace(other) && spoken.every((locale) => !there.has(locale)),
    );
    const source =
      suggestName(
        other,
        missing.map(([key]) => key),
      ) ?? missing.map(([key]) => key).find((key) => isInItsPlace(store, spoken, key, other));
    return source === undefined ? [] : [{ source, other, locales: spoken, isSourceWrong: spoken.length > 1 }];
  });
}

/** Whether a file has another key than the source language after the same previous key: translators sometimes translate keys. */
function isInItsPlace(store: TextStore, [locale, ...more]: readonly Locale[], source: string, other: string): boolean {
  if (locale === undefined || more.length > 0) return false;
  const before = findNeighbour(store, sourceLocale, source);
  return before !== undefined && before === findNeighbour(store, locale, other);
}

/** The entry before a key in the file of a language; empty for the first one. */
function findNeighbour({ namespaces }: TextStore, locale: Locale, key: string): string | undefined {
  const value = namespaces.get(locale)?.get(readNamespace(key))?.value;
  if (!isObject(value)) return undefined;
  const names = Object.keys(value);
  const index = names.indexOf(key.slice(readNamespace(key).length + 1));
  return index < 0 ? undefined : (names[index - 1] ?? '');
}

/** The file of a language that holds the texts of a file of the source language under another name. */
export function findMisnamedFile({ namespaces }: TextStore, locale: Locale, namespace: string): Source | undefined {
  const source = namespaces.get(sourceLocale);
  const wanted = source?.get(namespace)?.value;
  if (!isObject(wanted)) return undefined;
  const names = Object.keys(wanted);
  for (const [other, file] of namespaces.get(locale) ?? []) {
    if (source?.has(other) === true || !isObject(file.value)) continue;
    const { value } = file;
    if (names.filter((name) => Object.hasOwn(value, name)).length * 2 > names.length) return file;
  }
  return undefined;
}

/** Namespace of a key, which is the name of its file. */
export function readNamespace(key: string): string {
  return key.slice(0, key.indexOf('.'));
}

/**
 * Positions of mistakes that explain a missing text: in its file, in an entry that is not a text, or in the spelling
 * of its key. Empty if the text is just not written.
 */
export function explainMissingText(store: TextStore, locale: Locale, key: string): readonly SourceLocation[] {
  const file = store.namespaces.get(locale)?.get(readNamespace(key));
  if (file === undefined) return [];
  const location = (path: SourceLocation['path']): readonly SourceLocation[] => [{ file: file.file, path }];
  const readName = (whole: string): string => whole.slice(readNamespace(whole).length + 1);
  // A duplicate key may have been meant for another text.
  if (!isObject(file.value) || file.problems.length > 0) return location([]);
  const written = file.value;
  if (Object.hasOwn(file.value, readName(key))) return location([readName(key)]);
  // An object in place of a text may hold it.
  const name = readName(key);
  const around = Object.keys(file.value).find((each) => name.startsWith(`${each}.`) && isObject(written[each]));
  if (around !== undefined) return location([around]);
  const misnamed = findMisnamedTexts(store).find(
    ({ source, locales: spoken }) => source === key && spoken.includes(locale),
  );
  return misnamed === undefined || misnamed.isSourceWrong ? [] : location([readName(misnamed.other)]);
}

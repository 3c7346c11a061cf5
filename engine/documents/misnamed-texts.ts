import { didYouMean } from '#engine/base/did-you-mean.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { isObject } from './json.ts';
import type { Place } from './place.ts';
import { type TextStore, sourceLocale } from './texts.ts';

/** One text under two keys: what seems to be missing here and to be too much there is a slip in one of the two. */
export interface MisnamedText {
  /** Key in the source language. */
  readonly source: string;
  /** Key in other languages. */
  readonly other: string;
  /** Languages that have the other key. */
  readonly locales: readonly Locale[];
  /** Several languages do not slip in the same way. */
  readonly isSourceWrong: boolean;
}

const known = new WeakMap<TextStore, readonly MisnamedText[]>();

export function misnamedTexts(store: TextStore): readonly MisnamedText[] {
  let texts = known.get(store);
  if (texts === undefined) {
    texts = find(store);
    known.set(store, texts);
  }
  return texts;
}

function find({ keys }: TextStore): readonly MisnamedText[] {
  const extra = [...keys].filter(([, versions]) => !versions.has(sourceLocale));
  if (extra.length === 0) return [];
  const incomplete = [...keys].filter(([, versions]) => versions.has(sourceLocale) && versions.size < locales.length);
  return extra.flatMap(([other, versions]) => {
    const spoken = [...versions.keys()];
    const missing = incomplete.filter(
      ([key, there]) => namespaceOf(key) === namespaceOf(other) && spoken.every((locale) => !there.has(locale)),
    );
    const source = didYouMean(
      other,
      missing.map(([key]) => key),
    );
    return source === undefined ? [] : [{ source, other, locales: spoken, isSourceWrong: spoken.length > 1 }];
  });
}

/** Namespace of a key, which is the name of its file. */
export function namespaceOf(key: string): string {
  return key.slice(0, key.indexOf('.'));
}

/**
 * Where else a mistake stands that explains why a language has no text of a key: in its file, in an entry that is not a text, or in the spelling
 * of its key. Empty when it is just not written.
 */
export function whyMissing(store: TextStore, locale: Locale, key: string): readonly Place[] {
  const file = store.namespaces.get(locale)?.get(namespaceOf(key));
  if (file === undefined) return [];
  const place = (path: Place['path']): readonly Place[] => [{ file: file.file, path }];
  const nameOf = (whole: string): string => whole.slice(namespaceOf(whole).length + 1);
  if (!isObject(file.value)) return place([]);
  if (Object.hasOwn(file.value, nameOf(key))) return place([nameOf(key)]);
  const misnamed = misnamedTexts(store).find(
    ({ source, locales: spoken }) => source === key && spoken.includes(locale),
  );
  return misnamed === undefined || misnamed.isSourceWrong ? [] : place([nameOf(misnamed.other)]);
}

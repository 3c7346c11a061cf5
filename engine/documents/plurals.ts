import type { Locale } from '#schemas/generated/vocabulary.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { type TextStore, withoutPlural } from './texts.ts';

const formsByLocale = new Map<Locale, readonly string[]>();

/** Plural forms of common whole numbers in a language: Polish has `one`, `few` and `many`. */
export function listPluralCategories(locale: Locale): readonly string[] {
  let forms = formsByLocale.get(locale);
  if (forms === undefined) {
    const rules = new Intl.PluralRules(locale);
    forms = [...new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))];
    formsByLocale.set(locale, forms);
  }
  return forms;
}

/**
 * Keys that are plural forms in a language, with the name that they share. A set of forms has at least `_other`: a text
 * called `pick_one` without `pick_other` is not a plural.
 */
export function listPluralGroups(store: TextStore, locale: Locale): ReadonlyMap<string, string> {
  const known = groupsByStore(store);
  let groups = known.get(locale);
  if (groups === undefined) known.set(locale, (groups = readGroups(store, locale)));
  return groups;
}

const groupsByStore = memoizePerObject((_store: TextStore) => new Map<Locale, ReadonlyMap<string, string>>());

function readGroups({ keys }: TextStore, locale: Locale): ReadonlyMap<string, string> {
  const groups = new Map<string, string>();
  for (const [key, versions] of keys) {
    const name = withoutPlural(key);
    if (name !== key && versions.has(locale) && keys.get(`${name}_other`)?.has(locale) === true) groups.set(key, name);
  }
  return groups;
}

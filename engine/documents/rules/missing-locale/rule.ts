import { suggestName } from '#engine/shared/suggest-name.ts';
import { engineTexts, type CodeText, buildCodeTextKey } from '#engine/shared/engine-texts.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { SourceLocation } from '../../source-location.ts';
import { checkVariantShape, checkWrittenShape } from '../../schema-errors/validate.ts';
import { isObject } from '../../json.ts';
import { findMisnamedFile, findMisnamedTexts, readNamespace, explainMissingText } from '../../misnamed-texts.ts';
import {
  hasFolder,
  type TextStore,
  type TextVersions,
  sourceLocale,
  buildTextPath,
  withoutPlural,
} from '../../texts.ts';
import { listPluralCategories, listPluralGroups } from '../../plurals.ts';
import type { Rule } from '../rule.ts';

export const missingLocale: Rule = {
  id: 'missing-locale',
  severity: 'error',
  description:
    'Every text is written in all languages of the site, with the plural forms that each language has (D5). Words that come with blocks and the engine may be written in `locales/<language>/words.json` instead.',
  written: (document) => checkWrittenShape(document, 'missing-locale'),
  expanded: (document) => checkVariantShape(document, 'missing-locale'),
  project: function* ({ references: { texts } }) {
    yield* missingFiles(texts);
    yield* bareFiles(texts);
    yield* missingEntries(texts);
    yield* missingStrings(texts);
  },
};

function* missingFiles(store: TextStore): Generator<FindingDraft> {
  const { namespaces } = store;
  for (const [namespace, source] of namespaces.get(sourceLocale) ?? []) {
    // The rule `languages` reports a language without files.
    const missing = locales.filter(
      (locale) => hasFolder(store, locale) && namespaces.get(locale)?.has(namespace) !== true,
    );
    if (missing.length === 0) continue;
    const [only, ...others] = missing;
    // A file missing in several languages was added in the source.
    const place = only === undefined || others.length > 0 ? source.file : buildTextPath(only, namespace);
    const renamed = missing.map((locale) => findMisnamedFile(store, locale, namespace));
    yield {
      follows: renamed.flatMap((file) => (file === undefined ? [] : [{ file: file.file, path: [] }])),
      location: { file: place, path: [] },
      message: `The texts of "${namespace}" have no file in ${list(missing)}.`,
      expected: missing.map((locale) => buildTextPath(locale, namespace)).join(', '),
      found: missing,
    };
  }
}

/** Files of a language without any text of the source language. */
function* bareFiles(store: TextStore): Generator<FindingDraft> {
  for (const [namespace, source] of store.namespaces.get(sourceLocale) ?? []) {
    const [name] = isObject(source.value) ? Object.keys(source.value) : [];
    if (name === undefined) continue;
    for (const locale of locales) {
      const file = store.namespaces.get(locale)?.get(namespace);
      if (locale === sourceLocale || file === undefined || !isBare(store, locale, `${namespace}.${name}`)) continue;
      yield {
        location: { file: file.file, path: [] },
        message: `The file "${file.file}" holds none of the texts of "${source.file}".`,
        expected: `the texts of "${namespace}" in "${locale}"`,
        // An invalid entry may contain all of them.
        follows: [{ file: file.file, path: [] }],
      };
    }
  }
}

function* missingEntries(store: TextStore): Generator<FindingDraft> {
  const groups = listPluralGroups(store, sourceLocale);
  for (const [key, versions] of store.keys) {
    const source = versions.get(sourceLocale);
    if (source === undefined || groups.has(key)) continue;
    const missing = languagesWithout(store, key, versions).map((locale) => ({
      locale,
      why: explainMissingText(store, locale, key),
    }));
    const plain = missing
      .filter(({ why, locale }) => why.length === 0 && !isBare(store, locale, key))
      .map(({ locale }) => locale);
    // A text missing in one language was forgotten there; one missing in several was added in the source.
    const [alone, ...others] = plain;
    const location = alone === undefined || others.length > 0 ? undefined : locateMissing(store, alone, key);
    for (const finding of report(key, location ?? source.location, plain, source.text))
      yield { ...finding, suggestion: otherName(store, key) };
    for (const { locale, why } of missing.filter((each) => each.why.length > 0)) {
      for (const finding of report(key, source.location, [locale], source.text))
        yield { ...finding, mark: locale, follows: why };
    }
  }
  const reported = new Set<string>();
  for (const [key, name] of groups) {
    const source = store.keys.get(key)?.get(sourceLocale);
    if (source === undefined || reported.has(name)) continue;
    reported.add(name);
    const lacking = locales.flatMap((locale) => {
      if (store.namespaces.get(locale)?.has(readNamespace(name)) !== true || isUnreadable(store, locale, name))
        return [];
      const forms = listPluralCategories(locale).filter(
        (form) => store.keys.get(`${name}_${form}`)?.has(locale) !== true,
      );
      return forms.map((form) => `${locale} ("${name}_${form}")`);
    });
    if (lacking.length === 0) continue;
    yield {
      location: { ...source.location, at: 'key' },
      message: `The text "${name}" lacks plural forms: ${lacking.join(', ')}.`,
      expected: 'each plural form of each language',
      found: lacking,
    };
  }
}

/** Languages with the file but without the entry: a missing file is reported once. */
function languagesWithout({ namespaces }: TextStore, key: string, versions: TextVersions): readonly Locale[] {
  return locales.filter((locale) => !versions.has(locale) && namespaces.get(locale)?.has(readNamespace(key)) === true);
}

/** The content of an unreadable file is unknown. */
function isUnreadable({ namespaces }: TextStore, locale: Locale, key: string): boolean {
  const file = namespaces.get(locale)?.get(readNamespace(key));
  return file !== undefined && !isObject(file.value);
}

/** A file without any of the texts is reported once. */
function isBare({ namespaces, keys }: TextStore, locale: Locale, key: string): boolean {
  const file = namespaces.get(locale)?.get(readNamespace(key));
  const source = namespaces.get(sourceLocale)?.get(readNamespace(key));
  if (!isObject(file?.value) || !isObject(source?.value) || Object.keys(source.value).length < 2) return false;
  return !Object.keys(source.value).some((name) => keys.get(`${readNamespace(key)}.${name}`)?.has(locale) === true);
}

/** Position for the text in the file of its language: at the previous entry of the source language. */
function locateMissing({ namespaces }: TextStore, locale: Locale, key: string): SourceLocation | undefined {
  const namespace = readNamespace(key);
  const file = namespaces.get(locale)?.get(namespace);
  const source = namespaces.get(sourceLocale)?.get(namespace);
  if (file === undefined || !isObject(file.value) || !isObject(source?.value)) return undefined;
  const names = Object.keys(source.value);
  const before = names.slice(0, names.indexOf(key.slice(namespace.length + 1)));
  const written = file.value;
  const neighbour = before.findLast((name) => Object.hasOwn(written, name));
  return { file: file.file, path: neighbour === undefined ? [] : [neighbour] };
}

/** Spelling of a key in the other languages, if only the source language differs. */
function otherName(store: TextStore, key: string): string | undefined {
  return findMisnamedTexts(store).find(({ source, isSourceWrong }) => isSourceWrong && source === key)?.other;
}

/** Texts of code may be in a file of the language, so that adding a language changes no code. */
function* missingStrings(store: TextStore): Generator<FindingDraft> {
  const { blockStrings, keys } = store;
  const spoken = locales.filter((locale) => hasFolder(store, locale));
  for (const [file, strings] of blockStrings) {
    const owner = file.split('/').at(-2) ?? '';
    yield* missingForms(file, strings, spoken);
    for (const [key, versions] of strings) {
      const own = keys.get(buildCodeTextKey(owner, key));
      const missing = spoken.filter((locale) => !versions.has(locale) && own?.has(locale) !== true);
      for (const finding of report(key, { file, path: [key] }, missing, [...versions.keys()]))
        // Another language may be a mistake for the missing one.
        yield { ...finding, follows: [{ file, path: [key] }] };
    }
  }
  for (const [owner, words] of Object.entries(engineTexts)) {
    for (const [key, versions] of Object.entries<CodeText>(words)) {
      const name = buildCodeTextKey(owner, key);
      for (const locale of spoken.filter(
        (each) => versions[each] === undefined && keys.get(name)?.has(each) !== true,
      )) {
        yield {
          location: { file: `locales/${locale}/words.json`, path: [] },
          message: `The engine's own text "${versions[sourceLocale] ?? versions['en'] ?? key}" is not written in "${locale}". Write it as "${owner}.${key}".`,
          expected: `"${owner}.${key}" in locales/${locale}/words.json`,
          found: undefined,
        };
      }
    }
  }
}

/** Plural forms of a block's text: a set with `_other` has those of every language that the block is written in. */
function* missingForms(
  file: string,
  strings: ReadonlyMap<string, TextVersions>,
  spoken: readonly Locale[],
): Generator<FindingDraft> {
  const keys = [...strings.keys()];
  const others = keys.filter((key) => key.endsWith('_other')).map(withoutPlural);
  for (const name of others) {
    const written = spoken.filter((locale) => strings.get(`${name}_other`)?.has(locale) === true);
    const forms = [...new Set(written.flatMap(listPluralCategories))];
    const [missing, ...more] = forms.map((form) => `${name}_${form}`).filter((key) => !keys.includes(key));
    if (missing === undefined) continue;
    const lonely = keys.filter((key) => withoutPlural(key) !== key && !others.includes(withoutPlural(key)));
    const meant = suggestName(missing, lonely);
    yield {
      location: { file, path: [meant ?? `${name}_other`], at: 'key' },
      message: `The text "${name}" lacks ${more.length === 0 ? 'the plural form' : 'plural forms'} ${[missing, ...more].map((key) => `"${key}"`).join(', ')}.`,
      expected: 'each plural form of each language',
      found: meant,
      suggestion: meant === undefined ? undefined : missing,
    };
  }
}

function* report(
  key: string,
  location: FindingDraft['location'],
  languages: readonly Locale[],
  found: unknown,
): Generator<FindingDraft> {
  if (languages.length === 0) return;
  yield {
    location: { ...location, at: 'key' },
    message: `The text "${key}" is not written in ${list(languages)}.`,
    expected: `a text in each of ${locales.join(', ')}`,
    found,
  };
}

function list(languages: readonly Locale[]): string {
  return languages.map((locale) => `"${locale}"`).join(', ');
}

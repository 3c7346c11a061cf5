import { suggestName } from '#engine/shared/suggest-name.ts';
import { findLanguageMistake } from '#engine/shared/languages.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { isObject } from '../../json.ts';
import { findMisnamedTexts, explainMissingText } from '../../misnamed-texts.ts';
import { CONFIRMED_FILE } from '../../confirmed-texts.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { SourceLocation } from '../../source-location.ts';
import { listPluralGroups } from '../../plurals.ts';
import type { Source } from '../../source.ts';
import { listTextEntries } from '../../translations/entries.ts';
import { type TextStore, isStringsFile, sourceLocale, buildTextPath, withoutPlural } from '../../texts.ts';
import type { Rule } from '../rule.ts';

export const extraLocale: Rule = {
  id: 'extra-locale',
  severity: 'error',
  description: 'Every text exists in the source language, and every language with texts is declared by the site.',
  source: (source) =>
    isStringsFile(source.file)
      ? strangersInStrings(source)
      : source.file === CONFIRMED_FILE
        ? unknownConfirmations(source)
        : [],
  project: function* ({ sources, references: { texts } }) {
    yield* unusedConfirmations(sources, texts);
    yield* strangers(texts.strangers);
    yield* extraFiles(texts);
    yield* extraEntries(texts);
  },
};

const CONFIRMATION = /^=?[0-9a-f]{12}$/;

/** Languages of confirmed translations that the site does not have, and marks that no command wrote. */
function* unknownConfirmations({ file, value }: Source): Generator<FindingDraft> {
  if (value !== undefined && !isObject(value))
    yield {
      location: { file, path: [] },
      message: 'The file does not hold a JSON object. Put it back from the history.',
      expected: 'an object with the confirmed texts of each language',
      found: value,
    };
  for (const [language, entries] of Object.entries(isObject(value) ? value : {})) {
    if (locales.some((locale) => locale === language)) {
      if (!isObject(entries))
        yield {
          location: { file, path: [language] },
          message: `This is not what "npm run texts -- confirm" writes for the language "${language}". Put it back from the history.`,
          expected: 'an object of keys and marks',
          found: entries,
        };
      for (const [key, mark] of Object.entries(isObject(entries) ? entries : {}))
        if (typeof mark !== 'string' || !CONFIRMATION.test(mark))
          yield {
            location: { file, path: [language, key] },
            message: `This is not what "npm run texts -- confirm" writes for "${key}". Take the line out, and confirm the translation again.`,
            expected: '12 hexadecimal digits, as the command writes them',
            found: mark,
          };
      continue;
    }
    yield {
      location: { file, path: [language], at: 'key' },
      message: `The site has no language "${language}", so nothing reads what is confirmed for it.`,
      expected: `one of ${locales.join(', ')}`,
      found: language,
      suggestion: findLanguageMistake(language)?.suggestion ?? suggestName(language, locales),
    };
  }
}

/** Confirmed translations of texts that do not exist, because a key was misspelt, renamed or deleted. */
function* unusedConfirmations(sources: readonly Source[], texts: TextStore): Generator<FindingDraft> {
  const { file = '', value } = sources.find((source) => source.file === CONFIRMED_FILE) ?? {};
  if (!isObject(value)) return;
  const keys = new Set(listTextEntries(texts).map(({ key }) => key));
  for (const [language, entries] of Object.entries(value))
    for (const key of Object.keys(isObject(entries) ? entries : {})) {
      if (keys.has(key)) continue;
      const [place = ''] = key.split(/[#.]/, 1);
      yield {
        location: { file, path: [language, key], at: 'key' },
        severity: 'warning',
        message: `There is no text "${key}", so nothing reads that it is confirmed. Correct the key, or take the line out.`,
        expected: 'the key of a text',
        found: key,
        suggestion: suggestName(key, keys),
        // While a file cannot be read, none of its texts is known.
        follows: [{ file: key.includes('#') ? `${place}/strings.json` : buildTextPath(sourceLocale, place), path: [] }],
      };
    }
}

/** Once per folder. */
function* strangers(sources: readonly Source[]): Generator<FindingDraft> {
  for (const [language, [first]] of Map.groupBy(sources, ({ file }) => file.split('/')[1] ?? '')) {
    if (first === undefined) continue;
    const suggestion = findLanguageMistake(language)?.suggestion ?? suggestName(language, locales);
    yield {
      location: { file: first.file, path: [] },
      message: `The site does not declare the language "${language}", so it does not read the folder "locales/${language}/". Declare it in "locales.available" of pages-config/site.json and run "npm run gen", or delete the folder.`,
      expected: `one of ${locales.join(', ')}`,
      found: language,
      suggestion,
      ...(suggestion !== undefined && { meant: `locales/${suggestion}/` }),
    };
  }
}

/** A block may have more languages than the site; only an invalid tag is a mistake. */
function* strangersInStrings({ file, value }: Source): Generator<FindingDraft> {
  for (const [key, versions] of Object.entries(isObject(value) ? value : {})) {
    const written = isObject(versions) ? Object.keys(versions) : [];
    for (const language of written) {
      const mistake = findLanguageMistake(language) ?? instead(language, written);
      if (mistake === null) continue;
      yield {
        location: { file, path: [key, language], at: 'key' },
        message: mistake.message,
        expected: mistake.expected,
        found: language,
        suggestion: mistake.suggestion ?? suggestName(language, locales),
      };
    }
  }
}

/** The only unknown language, if a language of the site is missing. */
function instead(language: string, written: readonly string[]): ReturnType<typeof findLanguageMistake> {
  const missing = locales.filter((locale) => !written.includes(locale));
  const [locale, ...more] = missing;
  if (locale === undefined || more.length > 0) return null;
  const undeclared = written.filter((each) => !locales.some((known) => known === each));
  // Additional languages of a block are allowed.
  if (undeclared.length !== 1 || undeclared[0] !== language) return null;
  return {
    message: `The site does not declare the language "${language}", and "${locale}" is missing beside it.`,
    expected: locale,
    suggestion: locale,
  };
}

function* extraFiles({ namespaces }: TextStore): Generator<FindingDraft> {
  const known = namespaces.get(sourceLocale) ?? new Map<string, Source>();
  const all = [...namespaces].flatMap(([locale, files]) =>
    [...files].map(([namespace, source]) => ({ locale, namespace, source })),
  );
  const extra = Map.groupBy(
    all.filter(({ namespace }) => namespace !== WORDS && !known.has(namespace)),
    ({ namespace }) => namespace,
  );
  for (const [namespace, files] of extra) {
    const [first] = files;
    if (first === undefined) continue;
    const suggestion = suggestName(namespace, known.keys());
    const source = suggestion === undefined ? undefined : known.get(suggestion);
    const isElsewhere = all.some((other) => other.namespace === suggestion && other.locale !== sourceLocale);
    // All translators have the right name.
    if (source !== undefined && files.length > 1 && !isElsewhere) {
      yield {
        location: { file: source.file, path: [] },
        message: `The source language "${sourceLocale}" calls these texts "${suggestion ?? ''}", and ${listed(files.map(({ locale }) => locale))} "${namespace}".`,
        expected: `the file ${buildTextPath(sourceLocale, namespace)}`,
        found: suggestion,
        suggestion: namespace,
        covers: [{ file: source.file, path: [] }, ...files.map(({ source: { file } }) => ({ file, path: [] }))],
      };
      continue;
    }
    yield {
      location: { file: first.source.file, path: [] },
      message: `There are texts in ${listed(files.map(({ locale }) => locale))} that the source language "${sourceLocale}" does not have: "${buildTextPath(sourceLocale, namespace)}" does not exist.`,
      found: namespace,
      suggestion,
    };
  }
}

function* extraEntries(store: TextStore): Generator<FindingDraft> {
  const plurals = new Set(listPluralGroups(store, sourceLocale).values());
  for (const [key, versions] of store.keys) {
    const namespace = key.slice(0, key.indexOf('.'));
    const file = store.namespaces.get(sourceLocale)?.get(namespace);
    const [first] = versions.values();
    if (first === undefined || versions.has(sourceLocale) || plurals.has(withoutPlural(key)) || file === undefined)
      continue;
    yield {
      location: { ...first.location, at: 'key' },
      message: `The text "${key}" is written in ${listed([...versions.keys()])} but not in the source language "${sourceLocale}".`,
      found: key,
      suggestion: suggestName(key, sourceKeys(store)),
      follows: [...explainMissingText(store, sourceLocale, key), ...findSource(store, key)],
    };
  }
}

/** Texts of code in languages that it lacks, seldom the source language. */
const WORDS = 'words';

const listed = (languages: readonly string[]): string => languages.map((locale) => `"${locale}"`).join(', ');

/** Position of the same text under another key in the source language, if that key is misspelled. */
function findSource(store: TextStore, key: string): readonly SourceLocation[] {
  const misnamed = findMisnamedTexts(store).find(({ other, isSourceWrong }) => isSourceWrong && other === key);
  const source = misnamed && store.keys.get(misnamed.source)?.get(sourceLocale);
  return source === undefined ? [] : [source.location];
}

function* sourceKeys({ keys }: TextStore): Generator<string> {
  for (const [key, versions] of keys) if (versions.has(sourceLocale)) yield key;
}

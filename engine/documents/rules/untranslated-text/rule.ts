import { type TextEntry, type TextVersions, isLocaleFile, readVersions, withoutPlural } from '../../texts.ts';
import { isObject } from '../../json.ts';
import { CONFIRMED_FILE } from '../../confirmed-texts.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { listTexts, checkEachText } from '../../each-text.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Project } from '../../project.ts';
import type { Rule } from '../rule.ts';
import { listShownTexts } from '../unused-text/list-shown-texts.ts';
import { findForeignLanguage } from './find-foreign-language.ts';
import { findPlaceholder, isPlaceholder } from './placeholder.ts';
import { isMeant, type Marks, findSameTexts } from './same-text.ts';

export const untranslatedText: Rule = {
  id: 'untranslated-text',
  severity: 'warning',
  description:
    'No sentence is the same in two languages, or in another language than its own, unless confirmed as intended, and none is marked as untranslated (an error where visitors would read nothing else).',
  text: function* ({ value, location }) {
    const entries = [...readVersions(value, location).values()];
    // The studio creates texts this way and renders the page with them.
    const isNew = entries.every(({ text }) => isPlaceholder(text));
    for (const entry of entries) yield* unfinished(entry, !isNew);
    // A key is checked where its texts are written.
    if (typeof value === 'string') return;
    const versions = readVersions(value, location);
    yield* sameInPlace(versions);
    yield* inOtherLanguage(versions, null, []);
  },
  project: function* (project, cached) {
    yield* gatherFiles([...inEachText(project, cached)], project);
  },
};

const inEachText = checkEachText(
  listTexts,
  (project) => {
    const marks = readMarks(project);
    const byLocale = locales.map((locale) => marks?.[locale]);
    const isRead = createReadTest(project);
    return (key) =>
      [marks === null, isRead(key), ...byLocale.map((own) => (isObject(own) ? own[key] : undefined))] as const;
  },
  function* (key, versions, [isUnreadable, isRead, ...marks]) {
    for (const entry of versions.values()) yield* unfinished(entry, isRead);
    yield* findings(key, versions, isUnreadable, marks);
    yield* inOtherLanguage(versions, key, marks);
  },
);

/** So many texts of a file, and at least half of them, are those of a file that was copied. */
const MANY = 5;

/** Texts in another language: one finding for a file of which most are. */
function* gatherFiles(all: readonly FindingDraft[], { sources }: Project): Generator<FindingDraft> {
  const foreign = all.filter(({ mark, location }) => mark !== 'placeholder' && isLocaleFile(location.file));
  const gathered = new Map<FindingDraft, number>();
  for (const [file, same] of Map.groupBy(foreign, ({ location }) => location.file)) {
    const { value } = sources.find((source) => source.file === file) ?? {};
    const size = isObject(value) ? Object.keys(value).length : 0;
    if (same.length >= MANY && same.length * 2 >= size) for (const finding of same) gathered.set(finding, same.length);
  }
  const files = new Set<string>();
  for (const finding of all) {
    const count = gathered.get(finding);
    const { file } = finding.location;
    if (count === undefined) yield finding;
    else if (!files.has(file)) {
      files.add(file);
      yield {
        location: { file, path: [] },
        message: `${count} texts of this file are in another language. The first one: ${finding.message}`,
        expected: finding.expected ?? '',
        found: finding.found,
        follows: finding.follows ?? [],
        covers: [{ file, path: [] }],
      };
    }
  }
}

/** @param marks confirmations of this text, by language */
function* findings(
  key: string,
  versions: TextVersions,
  isUnreadable: boolean,
  marks: readonly unknown[],
): Generator<FindingDraft> {
  for (const same of findSameTexts(versions)) {
    const { locale, other, entry } = same;
    if (isMeant(versions, same, marks[locales.indexOf(locale)])) continue;
    yield {
      location: entry.location,
      message: `The text says the same in "${locale}" as in "${other}", so it seems not to be translated. Translate it, or say that it is meant with "npm run texts -- confirm ${locale} ${key}".`,
      expected: `words in "${locale}"`,
      found: shortened(entry),
      mark: `${locale} ${key}`,
      // With an unreadable file, everything would count as unconfirmed.
      follows: isUnreadable ? [{ file: CONFIRMED_FILE, path: [] }] : [],
    };
  }
}

/** Texts in a document cannot be confirmed: one that is the same in every language is meant to be. */
function* sameInPlace(versions: TextVersions): Generator<FindingDraft> {
  const written = new Map([...versions].filter(([, { text }]) => findPlaceholder(text) === null));
  if (new Set([...written.values()].map(({ text }) => text)).size === 1) return;
  for (const { locale, other, entry } of findSameTexts(written))
    yield {
      location: entry.location,
      message: `The text says the same in "${locale}" as in "${other}", so it seems not to be translated. Translate it; if it is meant, move the text into the files of the languages ("locales/${locale}/…") and confirm it there.`,
      expected: `words in "${locale}"`,
      found: shortened(entry),
      mark: locale,
    };
}

/** Sentences of another language that are not its text, such as a former English one, or a text of the wrong file. */
function* inOtherLanguage(
  versions: TextVersions,
  key: string | null,
  marks: readonly unknown[],
): Generator<FindingDraft> {
  for (const [locale, entry] of versions) {
    const language = findForeignLanguage(locale, entry.text);
    if (language === null) continue;
    if ([...versions].some(([other, { text }]) => other !== locale && text === entry.text)) continue;
    if (isMeant(versions, { entry }, marks[locales.indexOf(locale)])) continue;
    yield {
      location: entry.location,
      message: `The text of "${locale}" is ${language === 'en' ? 'an English sentence' : `a sentence in "${language}"`}. Translate it${key === null ? '' : `, or say that it is meant with "npm run texts -- confirm ${locale} ${key}"`}.`,
      expected: `words in "${locale}"`,
      found: shortened(entry),
      mark: `${locale} english`,
    };
  }
}

/** @param isRead whether the text is in use */
function* unfinished({ text, location }: TextEntry, isRead: boolean): Generator<FindingDraft> {
  const found = findPlaceholder(text);
  if (found === null) return;
  const { word, index } = found;
  yield {
    location: { ...location, inside: index },
    message: `"${word}" is a placeholder for a text, or a note that visitors would read.`,
    expected: 'the words themselves',
    found: word,
    mark: 'placeholder',
    ...(isRead && isPlaceholder(text) && { severity: 'error' }),
  };
}

/** Whether a text is in use: by a document, form, journey, block or mail. */
function createReadTest(project: Project): (key: string) => boolean {
  const shown = listShownTexts(project);
  return (key) => shown.has(key) || shown.has(withoutPlural(key)) || key.includes('#') || key.startsWith('mail.');
}

const shortened = ({ text }: TextEntry): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** `null` for an unreadable file. */
function readMarks({ sources }: Pick<Project, 'sources'>): Marks | null {
  const source = sources.find(({ file }) => file === CONFIRMED_FILE);
  if (source === undefined) return {};
  return isObject(source.value) ? source.value : null;
}

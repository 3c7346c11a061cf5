import { type TextEntry, type TextVersions, readVersions, withoutPlural } from '../../texts.ts';
import { isObject } from '../../json.ts';
import { CONFIRMED_FILE } from '../../confirmed-texts.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { listTexts, checkEachText } from '../../each-text.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Project } from '../../project.ts';
import type { Rule } from '../rule.ts';
import { listShownTexts } from '../unused-text/list-shown-texts.ts';
import { findPlaceholder, isPlaceholder } from './placeholder.ts';
import { isMeant, type Marks, findSameTexts } from './same-text.ts';

export const untranslatedText: Rule = {
  id: 'untranslated-text',
  severity: 'warning',
  description:
    'No sentence is the same in two languages, unless confirmed as intended, and none is marked as untranslated (an error where visitors would read nothing else).',
  text: function* ({ value, location }) {
    const entries = [...readVersions(value, location).values()];
    // The studio creates texts this way and renders the page with them.
    const isNew = entries.every(({ text }) => isPlaceholder(text));
    for (const entry of entries) yield* unfinished(entry, !isNew);
  },
  project: checkEachText(
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
    },
  ),
};

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

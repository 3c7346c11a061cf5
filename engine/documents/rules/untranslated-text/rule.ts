import { type TextEntry, type TextVersions, readVersions } from '../../texts.ts';
import { isObject } from '../../json.ts';
import { CONFIRMED_FILE } from '../../confirmed-texts.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { allTexts, eachText } from '../../each-text.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Project } from '../../project.ts';
import type { Rule } from '../rule.ts';
import { PLACEHOLDER } from './placeholder.ts';
import { isMeant, type Marks, sameText } from './same-text.ts';

export const untranslatedText: Rule = {
  id: 'untranslated-text',
  severity: 'warning',
  description: 'No sentence is the same in two languages, unless it is confirmed as meant, and none is left for later.',
  text: function* ({ value, location }) {
    for (const entry of readVersions(value, location).values()) yield* unfinished(entry);
  },
  project: eachText(
    'untranslated-text',
    allTexts,
    (project) => {
      const marks = readMarks(project);
      const byLocale = locales.map((locale) => marks?.[locale]);
      return (key) => [marks === null, ...byLocale.map((own) => (isObject(own) ? own[key] : undefined))] as const;
    },
    function* (key, versions, [isUnreadable, ...marks]) {
      for (const entry of versions.values()) yield* unfinished(entry);
      yield* findings(key, versions, isUnreadable, marks);
    },
  ),
};

/** @param marks of this text, by language */
function* findings(
  key: string,
  versions: TextVersions,
  isUnreadable: boolean,
  marks: readonly unknown[],
): Generator<FindingDraft> {
  for (const { locale, other, entry } of sameText(versions)) {
    if (isMeant(versions, marks[locales.indexOf(locale)])) continue;
    yield {
      location: entry.location,
      message: `The text says the same in "${locale}" as in "${other}", so it seems not to be translated. Translate it, or say that it is meant with "npm run texts -- confirm ${locale} ${key}".`,
      expected: `words in "${locale}"`,
      found: shortened(entry),
      mark: `${locale} ${key}`,
      // While nobody can read what was confirmed, everything seems not to be.
      follows: isUnreadable ? [{ file: CONFIRMED_FILE, path: [] }] : [],
    };
  }
}

function* unfinished({ text, location }: TextEntry): Generator<FindingDraft> {
  const found = PLACEHOLDER.exec(text);
  if (found === null) return;
  yield {
    location: { ...location, inside: found.index },
    message: `"${found[0]}" stands for words that were to be written later.`,
    expected: 'the words themselves',
    found: found[0],
    mark: 'placeholder',
  };
}

const shortened = ({ text }: TextEntry): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** `null` if the file cannot be read. */
function readMarks({ sources }: Pick<Project, 'sources'>): Marks | null {
  const source = sources.find(({ file }) => file === CONFIRMED_FILE);
  if (source === undefined) return {};
  return isObject(source.value) ? source.value : null;
}

import {
  nameCharacter,
  mayHoldInvisible,
  findUselessCharacters,
  withoutCharacters,
} from '#engine/shared/characters.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { isObject } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path } from '../../source-location.ts';
import { isTextFile } from '../../texts.ts';
import type { Rule } from '../rule.ts';

const languages: ReadonlySet<string> = new Set(locales);

export const invisibleCharacter: Rule = {
  id: 'invisible-character',
  severity: 'error',
  description:
    'No text, name or address has invisible characters, which would be sent, compared and searched for unseen.',
  source: function* ({ file, value, text }) {
    if (!mayHoldInvisible(text)) return;
    if (isTextFile(file) || file.startsWith('pages-config/')) yield* walk(file, value, [], isTextFile(file));
  },
};

/** @param isText whether a string here is a text: in a file of texts, or one language of a text in place */
function* walk(file: string, value: unknown, path: Path, isText: boolean): Generator<FindingDraft> {
  if (typeof value === 'string') yield* inString(file, value, path, isText);
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* walk(file, item, [...path, index], isText);
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) {
      yield* inKey(file, key, [...path, key]);
      yield* walk(file, item, [...path, key], isTextFile(file) || languages.has(key));
    }
}

function* inString(file: string, text: string, path: Path, isText: boolean): Generator<FindingDraft> {
  const useless = findUselessCharacters(text, { hyphenates: isText });
  if (useless.length === 0) return;
  const location = { file, path };
  yield {
    location: { ...location, inside: text.indexOf(useless[0] ?? '') },
    message: `${isText ? 'This text' : 'This value'} holds ${nameCharacters(useless)}. Remove it.`,
    found: text,
    fix: { string: location, text: withoutCharacters(text, useless) },
  };
}

function* inKey(file: string, key: string, path: Path): Generator<FindingDraft> {
  const useless = findUselessCharacters(key, { hyphenates: false });
  if (useless.length === 0) return;
  const location = { file, path };
  yield {
    location: { ...location, at: 'key' },
    message: `The name of this entry holds ${nameCharacters(useless)}. Remove it.`,
    found: key,
    fix: { property: location, name: withoutCharacters(key, useless) },
  };
}

const nameCharacters = (characters: readonly string[]): string =>
  `${characters.map(nameCharacter).join(', ')} (invisible)`;

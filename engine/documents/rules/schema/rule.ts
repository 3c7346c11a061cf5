import { suggestName } from '#engine/shared/suggest-name.ts';
import { computePin } from '../../inheritance/compute-pin.ts';
import { type JsonObject, isObject } from '../../json.ts';
import { PINS_FILE } from '../../pinned-values.ts';
import { GRADES_FILE } from '../../read-project.ts';
import { fitsKind, checkVariantShape, checkWrittenShape } from '../../schema-errors/validate.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Source } from '../../source.ts';
import type { SourceLocation } from '../../source-location.ts';
import { isLocaleFile, isTextFile } from '../../texts.ts';
import { type WrittenDocument, findFolder } from '../../written.ts';
import type { Rule } from '../rule.ts';

export const schema: Rule = {
  id: 'schema',
  severity: 'error',
  description: 'Every document has the shape that its JSON Schema describes (D3, D4).',
  source: shapeOfFile,
  written: (document) =>
    bothKinds(document) ?? withoutBase(document) ?? otherKind(document) ?? checkWrittenShape(document, 'schema'),
  expanded: (document) => (otherKind(document.written) === null ? checkVariantShape(document, 'schema') : []),
  project: function* ({ written }) {
    if (!written.has('site'))
      yield {
        location: { file: 'pages-config/site.json', path: [] },
        message:
          'The site document "pages-config/site.json" does not exist, so languages, claims and links are unknown.',
        expected: 'a document of the kind "site"',
      };
    if (!written.has('brand'))
      yield {
        location: { file: 'pages-config/brand.json', path: [] },
        message:
          'The brand "pages-config/brand.json" does not exist, so colours, fonts and the emblem are unknown. Copy that of another site and change it; "docs/documents.md" describes what it says.',
        expected: 'a document of the kind "brand"',
      };
  },
};

/** Entries of a block's texts that are no localized texts, or are empty in a language. */
function* wrongStrings(file: string, value: JsonObject): Generator<FindingDraft> {
  for (const [key, versions] of Object.entries(value)) {
    if (!isObject(versions))
      yield {
        location: { file, path: [key] },
        message: `The entry "${key}" is ${nameValue(versions)}, and must be an object with the text in each language.`,
        expected: '{ "en": "…", "de": "…", … }',
        found: versions,
      };
    else
      for (const [language, text] of Object.entries(versions))
        if (text === '')
          yield {
            location: { file, path: [key, language] },
            message: `The text "${key}" is empty in "${language}". Write it, or take the whole entry out.`,
            expected: 'a text that is not empty',
            found: text,
          };
        else if (typeof text !== 'string')
          yield {
            location: { file, path: [key, language] },
            message: `"${key}" is ${nameValue(text)} in "${language}", and must be a text in double quotes.`,
            expected: 'a text',
            found: text,
          };
  }
}

/** The file is written by commands; what an entry holds says its own pin. */
function* wrongPins(file: string, value: JsonObject): Generator<FindingDraft> {
  for (const [pin, content] of Object.entries(value)) {
    const own = computePin(content);
    if (own === pin) continue;
    yield {
      location: { file, path: [pin], at: 'key' },
      message: `The entry "${pin}" does not hold the content that it stands for: this content has the pin ${own}. Put the line back from the history, or run "npm run check -- --fix", which takes it out.`,
      expected: 'the content of a base as a command wrote it',
      found: pin,
    };
  }
}

const MARK = /^[0-9a-f]{12}$/;

/** The file is written by a command, too. */
function* wrongGrades(file: string, value: JsonObject): Generator<FindingDraft> {
  for (const [image, marks] of Object.entries(value)) {
    const index = Array.isArray(marks) ? marks.findIndex((mark) => typeof mark !== 'string' || !MARK.test(mark)) : null;
    if (index === -1) continue;
    yield {
      location: { file, path: index === null ? [image] : [image, index] },
      message: `This is not what "npm run check -- --fix" writes for "${image}". Put the line back from the history, or take it out: the command measures the image again.`,
      expected: index === null ? 'a list of marks' : '12 hexadecimal digits, as the command writes them',
      found: index === null ? marks : (marks as readonly unknown[])[index],
    };
  }
}

function nameValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  return typeof value === 'string' ? 'a text' : String(value);
}

const OF_WHOLE = ['layout', 'meta', 'blocks'];

/** A document with properties of both a variant and a complete document is one mistake. */
function bothKinds({ kind, file, value, readable }: WrittenDocument): readonly FindingDraft[] | null {
  const whole = OF_WHOLE.filter((key) => Object.hasOwn(value, key));
  if (!readable || kind !== 'landing' || !Object.hasOwn(value, 'extends') || whole.length === 0) return null;
  // With changes, what makes a whole document was added.
  const [added = 'extends'] = Object.hasOwn(value, 'changes') ? whole : [];
  return [
    {
      location: { file, path: [added], ...(added !== 'extends' && { at: 'key' }) },
      message: `A document is either whole, with "layout", "meta" and "blocks", or a variant, with "extends" and "changes"; this one has "extends" beside ${whole.map((key) => `"${key}"`).join(', ')}. Take "extends" out, or write what differs from the base as "changes" and take the rest out.`,
      expected: 'either a whole document or a variant',
      found: value[added],
      covers: [{ file, path: [added] }],
    },
  ];
}

/** A variant whose base is missing, or named by a misspelt property, is no whole document that lacks everything. */
function withoutBase({ kind, file, value, readable }: WrittenDocument): readonly FindingDraft[] | null {
  if (!readable || kind !== 'landing' || !Array.isArray(value['changes']) || Object.hasOwn(value, 'extends'))
    return null;
  if (Object.hasOwn(value, 'blocks')) return null;
  const misspelt = suggestName('extends', Object.keys(value));
  if (misspelt === undefined)
    return [
      {
        location: { file, path: [] },
        message: 'The property "extends" is missing: "changes" say what is different from a base, and none is named.',
        expected: '"extends": the id of a landing, such as "landings/default"',
      },
    ];
  const location: SourceLocation = { file, path: [misspelt], at: 'key' };
  return [
    {
      location,
      message: `The property "${misspelt}" is not known in the document.`,
      found: misspelt,
      suggestion: 'extends',
      fix: { property: location, name: 'extends' },
    },
  ];
}

/** A landing in the folder of pages is one mistake. */
function otherKind(document: WrittenDocument): readonly FindingDraft[] | null {
  const { file, id, kind, value, readable } = document;
  const named = /\/([a-z]+)\.schema\.json$/.exec(String(value['$schema']))?.[1] ?? '';
  const folder = findFolder(named);
  if (!readable || named === kind || folder === undefined || checkWrittenShape(document, 'schema').length === 0)
    return null;
  if (!fitsKind(named, value)) return null;
  return [
    {
      location: { file, path: ['$schema'] },
      message: `This is a ${named}, as its "$schema" says, in the folder of a ${kind}. Move the file to pages-config/${folder}/.`,
      expected: `pages-config/${folder}/${id.slice(id.indexOf('/') + 1)}.json`,
      found: value['$schema'],
      covers: [{ file, path: [] }],
    },
  ];
}

function* shapeOfFile({ file, value }: Source): Generator<FindingDraft> {
  if (
    value === undefined ||
    !(
      isTextFile(file) ||
      /^(?:pages-config|landing-templates)\//.test(file) ||
      file === PINS_FILE ||
      file === GRADES_FILE
    )
  )
    return;
  if (!isObject(value)) {
    yield {
      location: { file, path: [] },
      message: 'The file does not hold a JSON object.',
      expected: 'an object in braces',
    };
    return;
  }
  if (file === PINS_FILE) yield* wrongPins(file, value);
  if (file === GRADES_FILE) yield* wrongGrades(file, value);
  if (!isTextFile(file)) return;
  if (!isLocaleFile(file)) {
    yield* wrongStrings(file, value);
    return;
  }
  for (const [key, text] of Object.entries(value)) {
    if (typeof text === 'string' && text !== '') continue;
    yield {
      location: { file, path: [key] },
      message: `The entry "${key}" is not a text. Texts are flat: write "${key}.more" as a key of its own instead of an object, and never leave a text empty.`,
      expected: 'a text that is not empty',
      found: text,
    };
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '#engine/shared/finding.ts';
import { toFindings } from '#engine/documents/findings.ts';
import { inspectSource } from '#engine/documents/inspect.ts';
import { isObject, type JsonObject, selectObjects } from '#engine/documents/json.ts';
import type { RuleFinding } from '#engine/documents/finding-draft.ts';
import type { Path, SourceLocation } from '#engine/documents/source-location.ts';
import { describeSchemaErrors } from '#engine/documents/schema-errors/describe-schema-errors.ts';
import { parseSource, type Source } from '#engine/documents/source.ts';
import type { Validate } from '#schemas/generated/validators.js';
import { findBound } from '#engine/documents/find-bound.ts';
import { findSwappedCaptions } from '#engine/documents/rules/video-file/swapped-captions.ts';
import { parseTarget } from '#engine/documents/target.ts';
import { withoutPlural } from '#engine/documents/texts.ts';
import { findUselessCharacters, nameCharacter, showInvisible } from '#engine/shared/characters.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { type Binding, blockBindings } from '#schemas/generated/bindings.ts';
import { blockId } from './compose.ts';
import type { GeneratorInput } from './source.ts';

/** Validates blocks of one type; `undefined` for a type that has no generated validator. */
export type FindValidator = (type: string) => Validate | undefined;

/** Examples that are invalid as a block of a document, reported by the same rules and messages. */
export function findExampleMistakes(
  root: string,
  project: GeneratorInput,
  findValidator: FindValidator,
): readonly Finding[] {
  const { blocks, languages } = project;
  const sources = new Map<string, Source>();
  const named: NamedThing[] = [];
  const known = { ...project, keys: new Set(project.textKeys.flatMap((key) => [key, withoutPlural(key)])) };
  const drafts = blocks.flatMap(({ name, folder, schema }): readonly RuleFinding[] => {
    const file = `${folder}/examples.json`;
    if (!existsSync(join(root, file))) return [];
    const source = parseSource(file, readFileSync(join(root, file), 'utf8'));
    sources.set(file, source);
    const ofNotation = inspectSource(source);
    if (ofNotation.length > 0) return ofNotation;
    named.push(...namesIn(source, name, known));
    return [
      ...checkExamples(source, name, languages, findValidator(name)),
      ...namedTwice(source),
      ...unknownSlots(source, Object.keys(schema.slots ?? {})),
      ...oddLanguages(source),
      ...invisibleCharacters(source),
      ...imagesWithoutText(source, name),
      ...captionsOfOthers(file, source.value, []),
    ];
  });
  return toFindings([...drafts, ...unknownNames(named)], sources);
}

function checkExamples(
  { file, value }: Source,
  type: string,
  languages: readonly string[],
  validate: Validate | undefined,
): readonly RuleFinding[] {
  const report = (path: Path, message: string, found?: unknown): RuleFinding => ({
    rule: 'schema',
    severity: 'error',
    location: { file, path },
    message,
    expected: `{ "name": "…", "block": { "id": "…", "type": "${type}", … } }`,
    found,
  });
  if (!Array.isArray(value)) return [report([], 'Examples are a list.', value)];
  if (value.length === 0)
    return [{ ...report([], 'There is no example here yet.'), rule: 'block-files', severity: 'warning' }];
  return (value as readonly unknown[]).flatMap((example, index) => {
    if (
      !isObject(example) ||
      typeof example['name'] !== 'string' ||
      example['name'].trim() === '' ||
      !isObject(example['block'])
    )
      return [report([index], 'An example is an object with a "name" and a "block".')];
    const block = inLanguages(example['block'], languages);
    if (!isObject(block) || block['type'] !== type)
      return [
        report(
          [index, 'block', 'type'],
          `The example is a block of another type than "${type}".`,
          example['block']['type'],
        ),
      ];
    const errors = validate?.(block) ?? [];
    const locate = (path: Path, at?: SourceLocation['at']): SourceLocation => ({
      file,
      path: [index, 'block', ...path],
      at,
    });
    return describeSchemaErrors(errors, { schema: blockId(type), value: block, locate }).map(
      (finding): RuleFinding => ({
        severity: 'error',
        ...finding,
      }),
    );
  });
}

/** Two examples with the same name would be one entry in editors. */
function* namedTwice({ file, value }: Source): Generator<RuleFinding> {
  const names = new Set<unknown>();
  for (const [index, example] of Array.isArray(value) ? value.entries() : []) {
    const name: unknown = isObject(example) ? example['name'] : undefined;
    if (typeof name === 'string' && names.has(name))
      yield {
        rule: 'schema',
        severity: 'error',
        location: { file, path: [index, 'name'] },
        message: `Another example of this block is called "${name}" already. Give this one a name of its own.`,
        found: name,
      };
    names.add(name);
  }
}

/** Blocks inside of an example, in a slot that the block does not have. */
function* unknownSlots({ file, value }: Source, slots: readonly string[]): Generator<RuleFinding> {
  const reported = new Set<string>();
  for (const [index, example] of selectObjects(value).entries())
    for (const [place, { slot }] of selectObjects(isObject(example['block']) && example['block']['blocks']).entries())
      if (typeof slot === 'string' && !slots.includes(slot) && !reported.has(slot)) {
        reported.add(slot);
        yield {
          rule: 'unknown-slot',
          severity: 'error',
          location: { file, path: [index, 'block', 'blocks', place, 'slot'] },
          message: `The block has no slot named "${slot}".`,
          expected: slots.length === 0 ? 'no "slot"' : `one of ${slots.join(', ')}`,
          found: slot,
          suggestion: suggestName(slot, slots),
        };
      }
}

/** Texts in other languages than those that most texts of these examples have. */
function* oddLanguages({ file, value }: Source): Generator<RuleFinding> {
  const texts = [...textsIn(value, [])].map((text) => ({ ...text, languages: Object.keys(text.value).toSorted() }));
  const usual = [...Map.groupBy(texts, ({ languages }) => languages.join()).values()].toSorted(
    (one, other) => other.length - one.length,
  )[0]?.[0]?.languages;
  for (const { path, languages } of texts) {
    const missing = usual?.filter((language) => !languages.includes(language)) ?? [];
    const beyond = languages.filter((language) => usual?.includes(language) === false);
    const [found] = [...beyond, ...missing];
    if (found === undefined) continue;
    yield {
      rule: beyond.length > 0 ? 'extra-locale' : 'missing-locale',
      severity: 'error',
      location: { file, path: beyond.length > 0 ? [...path, found] : path, at: 'key' },
      message: `The other texts of these examples are written in ${usual?.join(', ') ?? ''}, and this one is not.`,
      expected: `a text in each of ${usual?.join(', ') ?? ''}`,
      found: languages.join(', '),
      suggestion: missing.length === 1 && beyond.length === 1 ? missing[0] : undefined,
    };
  }
}

/** Characters in texts of examples that are invisible. */
function* invisibleCharacters({ file, value }: Source): Generator<RuleFinding> {
  for (const { path, value: text } of textsIn(value, []))
    for (const [language, words] of Object.entries(text)) {
      const [character] = findUselessCharacters(String(words), { hyphenates: true });
      if (character === undefined) continue;
      yield {
        rule: 'invisible-character',
        severity: 'error',
        location: { file, path: [...path, language] },
        message: `The text has ${nameCharacter(character)}, which is invisible. Remove it.`,
        found: showInvisible(String(words)),
      };
    }
}

/** Images of examples that say neither what they show nor that they are decorative. */
function* imagesWithoutText({ file, value }: Source, type: string): Generator<RuleFinding> {
  const bindings = Object.hasOwn(bindingsByType, type) ? (bindingsByType[type] ?? []) : [];
  for (const [index, example] of Array.isArray(value) ? value.entries() : []) {
    const block: unknown = isObject(example) ? example['block'] : undefined;
    if (!isObject(block)) continue;
    for (const { path, value: image, binding } of findBound(block, bindings))
      if (binding.as === 'image' && isObject(image) && image['alt'] === undefined && image['decorative'] !== true)
        yield {
          rule: 'alt-text',
          severity: 'warning',
          location: { file, path: [index, 'block', ...path] },
          message:
            'The image has no alternative text. Write "alt", or "decorative": true if it shows nothing that the text does not say.',
        };
  }
}

/** Captions in another language than the one that they stand for, by the names of their files. */
function* captionsOfOthers(file: string, value: unknown, path: Path): Generator<RuleFinding> {
  const items: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(isObject(value) ? value : {});
  for (const [key, item] of items) {
    if (key === 'captions' && isObject(item)) {
      const swapped = findSwappedCaptions(item);
      if (swapped !== null)
        yield {
          rule: 'video-file',
          severity: 'error',
          location: { file, path: [...path, key, swapped.locale] },
          message: swapped.message,
          found: swapped.found,
          suggestion: swapped.suggestion,
        };
    } else yield* captionsOfOthers(file, item, [...path, key]);
  }
}

/** Texts that are written in place, with their languages. */
function* textsIn(value: unknown, path: Path): Generator<{ readonly path: Path; readonly value: JsonObject }> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* textsIn(item, [...path, index]);
  else if (isObject(value) && isText(value)) yield { path, value };
  else if (isObject(value)) for (const [key, item] of Object.entries(value)) yield* textsIn(item, [...path, key]);
}

const bindingsByType: Readonly<Record<string, readonly Binding[]>> = blockBindings;

interface KnownNames extends Pick<GeneratorInput, 'documents' | 'links' | 'images' | 'videos' | 'captions'> {
  /** Keys of texts, with and without plural suffixes. */
  readonly keys: ReadonlySet<string>;
}

interface NamedThing {
  readonly location: SourceLocation;
  readonly name: string;
  readonly kind: keyof typeof RULES;
  readonly known: ReadonlySet<string>;
}

/** Texts, pages and links that the examples of a block name. */
function namesIn({ file, value }: Source, type: string, project: KnownNames): readonly NamedThing[] {
  return (Array.isArray(value) ? value : []).flatMap((example: unknown, index) =>
    isObject(example) && isObject(example['block'])
      ? namedBy(example['block'], { file, path: [index, 'block'] }, type, project)
      : [],
  );
}

const RULES = {
  text: 'unknown-text',
  target: 'unknown-document',
  image: 'unknown-image',
  video: 'video-file',
} as const;

/** Names that are probably misspelled. If many of a kind are unknown, the blocks were copied from another site, and none of it is reported. */
function unknownNames(all: readonly NamedThing[]): readonly RuleFinding[] {
  const kinds = Map.groupBy(all, ({ kind }) => kind);
  const misspelled = [...kinds.values()].flatMap((named) => {
    const unknown = named.filter(({ name, known }) => !known.has(name));
    // A file that is missing is one mistake, however many examples name it.
    return unknown.length * 4 >= named.length ? [] : [...Map.groupBy(unknown, ({ name }) => name).values()];
  });
  return misspelled.flatMap(([first, ...others]): readonly RuleFinding[] => {
    if (first === undefined) return [];
    const { location, name, kind, known } = first;
    const more =
      others.length === 0
        ? ''
        : ` ${others.length} more ${others.length === 1 ? 'place' : 'places'} in examples, such as ${others[0]?.location.file}, ${others.length === 1 ? 'names' : 'name'} it.`;
    return [
      {
        rule: RULES[kind],
        severity: 'warning',
        location,
        message: `The example names the ${kind} "${name}", which this site does not have.${more}`,
        found: name,
        suggestion: suggestName(name, known),
      },
    ];
  });
}

function namedBy(block: JsonObject, at: SourceLocation, type: string, project: KnownNames): readonly NamedThing[] {
  const bindings = Object.hasOwn(bindingsByType, type) ? (bindingsByType[type] ?? []) : [];
  return [...findBound(block, bindings)].flatMap(({ path, value, binding }): readonly NamedThing[] => {
    const location = { file: at.file, path: [...at.path, ...path] };
    if (binding.as === 'image' && isObject(value) && typeof value['src'] === 'string')
      return [
        {
          location: { ...location, path: [...location.path, 'src'] },
          name: value['src'],
          kind: 'image',
          known: new Set(project.images),
        },
      ];
    if (binding.as === 'video' && isObject(value))
      return filesOfVideo(value, location, new Set([...project.videos, ...project.captions]));
    if (typeof value !== 'string') return [];
    if (binding.as === 'text') return [{ location, name: value, kind: 'text', known: project.keys }];
    const known = binding.as === 'target' ? knownTargets(value, project) : null;
    const name = /^[^?#]*/.exec(value)?.[0] ?? '';
    return known === null ? [] : [{ location, name, kind: 'target', known }];
  });
}

function filesOfVideo(
  video: JsonObject,
  { file, path }: SourceLocation,
  known: ReadonlySet<string>,
): readonly NamedThing[] {
  const captions = Object.entries(isObject(video['captions']) ? video['captions'] : {});
  return [[['src'], video['src']] as const, ...captions.map(([key, own]) => [['captions', key], own] as const)].flatMap(
    ([inside, name]): readonly NamedThing[] =>
      typeof name === 'string' ? [{ location: { file, path: [...path, ...inside] }, name, kind: 'video', known }] : [],
  );
}

/** `null` for URLs, and for anchors of the same page. */
function knownTargets(to: string, { documents, links }: KnownNames): ReadonlySet<string> | null {
  const target = parseTarget(to);
  if (target?.kind === 'link') return new Set(links.map((name) => `link:${name}`));
  return target?.kind === 'document' ? new Set(documents) : null;
}

/** A block has examples in the languages of its authors; they are validated as if written in the languages of the site. */
function inLanguages(value: unknown, languages: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => inLanguages(item, languages));
  if (!isObject(value)) return value;
  const texts = Object.entries(value);
  if (isText(value)) return Object.fromEntries(languages.map((language) => [language, value['en']]));
  return Object.fromEntries(texts.map(([key, item]) => [key, inLanguages(item, languages)]));
}

/** Whether a value is a text in several languages, one of them English. */
const isText = (value: JsonObject): boolean =>
  'en' in value && Object.entries(value).every(([key, text]) => LANGUAGE.test(key) && typeof text === 'string');

/** A language tag as in the site document, such as `pt-BR`. */
const LANGUAGE = /^[a-z]{2}(?:-[A-Z]{2})?$/;

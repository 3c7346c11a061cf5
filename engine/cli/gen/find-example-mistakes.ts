import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '#engine/base/finding.ts';
import { toFindings } from '#engine/documents/findings.ts';
import { inspectSource } from '#engine/documents/inspect.ts';
import { isObject } from '#engine/documents/json.ts';
import type { Path, Place, Report } from '#engine/documents/place.ts';
import { explain } from '#engine/documents/shape/explain.ts';
import { parseSource, type Source as TextSource } from '#engine/documents/source.ts';
import type { Validate } from '#schemas/generated/validators.js';
import { blockId } from './compose.ts';
import type { Source as ProjectSource } from './source.ts';

/** Validates blocks of one type; `undefined` for a type that nothing was generated for yet. */
export type ValidatorOf = (type: string) => Validate | undefined;

/** Examples that are no blocks of their type, by the rules and in the words of a block in a document. */
export function findExampleMistakes(
  root: string,
  { blocks, languages }: Pick<ProjectSource, 'blocks' | 'languages'>,
  validatorOf: ValidatorOf,
): readonly Finding[] {
  const sources = new Map<string, TextSource>();
  const reports = blocks.flatMap(({ name, folder }): readonly Report[] => {
    const file = `${folder}/examples.json`;
    if (!existsSync(join(root, file))) return [];
    const source = parseSource(file, readFileSync(join(root, file), 'utf8'));
    sources.set(file, source);
    const ofNotation = inspectSource(source);
    return ofNotation.length > 0 ? ofNotation : examplesOf(source, name, languages, validatorOf(name));
  });
  return toFindings(reports, sources);
}

function examplesOf(
  { file, value }: TextSource,
  type: string,
  languages: readonly string[],
  validate: Validate | undefined,
): readonly Report[] {
  const report = (path: Path, message: string, found?: unknown): Report => ({
    rule: 'schema',
    severity: 'error',
    place: { file, path },
    message,
    expected: `{ "name": "…", "block": { "id": "…", "type": "${type}", … } }`,
    found,
  });
  if (!Array.isArray(value)) return [report([], 'Examples are a list.', value)];
  if (value.length === 0)
    return [{ ...report([], 'There is no example here yet.'), rule: 'block-files', severity: 'warning' }];
  return (value as readonly unknown[]).flatMap((example, index) => {
    if (!isObject(example) || typeof example['name'] !== 'string' || !isObject(example['block']))
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
    const placeOf = (path: Path, at?: Place['at']): Place => ({ file, path: [index, 'block', ...path], at });
    return explain(errors, { schema: blockId(type), value: block, placeOf }).map((remark): Report => ({
      severity: 'error',
      ...remark,
    }));
  });
}

/** A block comes with examples in the languages of its authors: they are judged as if they had been written in those of the site. */
function inLanguages(value: unknown, languages: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => inLanguages(item, languages));
  if (!isObject(value)) return value;
  const texts = Object.entries(value);
  const isText = texts.length > 0 && texts.every(([key, text]) => LANGUAGE.test(key) && typeof text === 'string');
  if (isText && 'en' in value) return Object.fromEntries(languages.map((language) => [language, value['en']]));
  return Object.fromEntries(texts.map(([key, item]) => [key, inLanguages(item, languages)]));
}

/** A language tag as sites declare them, such as `pt-BR`. */
const LANGUAGE = /^[a-z]{2}(?:-[A-Z]{2})?$/;

import { suggestName } from '#engine/shared/suggest-name.ts';
import { findLanguageMistake } from '#engine/shared/languages.ts';
import type { SchemaError } from '#schemas/generated/validators.js';
import { blockTypes, locales } from '#schemas/generated/vocabulary.ts';
import { isObject } from '../json.ts';
import { findCurrentName } from '../migrations/written-names.ts';
import type { FindingDraft } from '../finding-draft.ts';
import { type Path, type SourceLocation, formatPath } from '../source-location.ts';
import { groupAlikeMistakes, withOthers } from './alike-mistakes.ts';
import { describePattern, withFolder } from './describe-pattern.ts';
import { findFragmentWithType } from './fragment-with-type.ts';
import { findLookalike } from './find-lookalike.ts';
import { findShape } from './find-shape.ts';
import { describeValue, inWhat, nameType } from './describe-value.ts';
import { findMisspeltTag } from './misspelt-tag.ts';

/** Rules that speak about errors of the validators. */
export type ShapeRule =
  | 'schema'
  | 'languages'
  | 'unknown-block'
  | 'unknown-guard'
  | 'unknown-layout'
  | 'missing-locale';

export interface SchemaFinding extends FindingDraft {
  readonly rule: ShapeRule;
}

/** The validated value, with the positions of its parts. */
export interface Validated {
  /** `$id` of its schema. */
  readonly schema: string;
  readonly value: unknown;
  readonly locate: (path: Path, at?: SourceLocation['at']) => SourceLocation;
  /** The change of a variant that removed the value of a path; `undefined` if none did. */
  readonly removedAt?: (path: Path) => SourceLocation | undefined;
}

interface Mistake {
  readonly error: SchemaError;
  readonly path: Path;
  readonly value: unknown;
}

/** Describes the errors of a validator, each mistake once. */
export function describeSchemaErrors(errors: readonly SchemaError[], subject: Validated): readonly SchemaFinding[] {
  const mistakes = errors.map((error): Mistake => {
    const path = parsePointer(error.instancePath, subject.value);
    return { error, path, value: valueAt(subject.value, path) };
  });
  const required = new Set(
    errors.map(({ instancePath, params }) => `${instancePath}/${String(params['missingProperty'])}`),
  );
  const lacking = new Set(
    errors.filter(({ keyword }) => keyword === 'required').map(({ instancePath }) => instancePath),
  );
  const unknown = [
    ...mistakes
      .filter(({ error }) => error.keyword === 'additionalProperties')
      .map((mistake) => unknownProperty(mistake, required, lacking, subject)),
    ...mistakes.flatMap((mistake): Around<SchemaFinding>[] => {
      const misspelt = findMisspeltTag(mistake, subject);
      return misspelt === undefined ? [] : [{ ...misspelt, rule: 'schema', around: mistake.error.instancePath }];
    }),
  ];
  const misspelled = new Set(unknown.map(({ around, suggestion }) => `${around}/${suggestion ?? ''}`));
  const missing = missingProperties(mistakes, misspelled, subject);
  // A number in place of a text matches no form of a text.
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  return [
    ...unknownTogether(unknown, missing, subject),
    ...missing.filter(({ around }) => !unknown.some((each) => each.around === around)).map(withoutAround),
    ...groupAlikeMistakes(mistakes)
      // An object that is too small is reported as a missing property.
      .filter(({ error: { keyword, instancePath } }) => keyword !== 'minProperties' || !lacking.has(instancePath))
      .filter(({ error: { keyword, instancePath } }) => keyword === 'type' || !mistyped.has(instancePath))
      .flatMap(({ others, ...mistake }) => withOthers(explainOne(mistake, subject), others, subject.locate) ?? []),
  ];
}

type Around<T> = T & { readonly around: string };

const withoutAround = <T extends object>({ around: _around, ...finding }: Around<T>): Omit<Around<T>, 'around'> =>
  finding;

/** An object of another kind is one mistake; misspelled names are one each. */
function unknownTogether(
  unknown: readonly Around<SchemaFinding>[],
  missing: readonly Around<SchemaFinding>[],
  subject: Validated,
): readonly SchemaFinding[] {
  return [...Map.groupBy(unknown, ({ around }) => around)].flatMap(([around, findings]) => {
    const path = parsePointer(around, subject.value);
    const both = findFragmentWithType(findings, { path, value: valueAt(subject.value, path) }, subject.locate);
    if (both !== undefined) return [{ rule: 'schema', ...both }];
    const lacking = missing.find((each) => each.around === around);
    const [first, ...others] = findings;
    if (first === undefined || (lacking === undefined && others.every(({ suggestion }) => suggestion !== undefined)))
      return findings.map(withoutAround);
    const more = others.length === 0 ? '' : ` Nor are ${others.map(({ found }) => `"${String(found)}"`).join(', ')}.`;
    const lacks = lacking === undefined ? '' : ` ${lacking.message}`;
    return [
      {
        ...withoutAround(first),
        message: `${first.message}${more}${lacks}`,
        covers: findings.map(({ location }) => location),
      },
    ];
  });
}

/** Properties with different names and values in different kinds of documents. */
const COUNTERPARTS: Readonly<Record<string, string>> = { slug: 'route', route: 'slug' };

function unknownProperty(
  { error, path, value }: Mistake,
  required: ReadonlySet<string>,
  lacking: ReadonlySet<string>,
  { schema, value: root, locate }: Validated,
): Around<SchemaFinding> {
  const name = String(error.params['additionalProperty']);
  const { properties } = findShape(schema, root, path);
  const free = properties.filter((property) => !isObject(value) || !Object.hasOwn(value, property));
  const renamed = free.find((property) => property === findCurrentName(name));
  const near = renamed ?? suggestName(name, free);
  const suggestion =
    near ??
    free.find((property) => property === COUNTERPARTS[name]) ??
    (lacking.has(error.instancePath) ? undefined : suggestName(name, properties));
  const location = locate([...path, name], 'key');
  // A name similar to a missing required property is a misspelling of it.
  const isCertain = near !== undefined && (near === renamed || required.has(`${error.instancePath}/${suggestion}`));
  return {
    rule: 'schema',
    around: error.instancePath,
    location,
    message: `The property "${name}" is not known ${inWhat(path, value, schema)}.${findLookalike(name)}`,
    found: name,
    expected: properties.length > 0 ? `one of ${properties.join(', ')}` : undefined,
    suggestion,
    covers: [location],
    fix: isCertain ? { property: location, name: near } : undefined,
  };
}

function missingProperties(
  mistakes: readonly Mistake[],
  misspelled: ReadonlySet<string>,
  { schema, value: root, locate, removedAt }: Validated,
): Around<SchemaFinding>[] {
  const byObject = new Map<string, { mistake: Mistake; names: string[] }>();
  for (const mistake of mistakes) {
    const { keyword, params, instancePath } = mistake.error;
    const isTag = keyword === 'discriminator' && params['error'] === 'tag';
    if (keyword !== 'required' && !isTag) continue;
    const name = String(isTag ? params['tag'] : params['missingProperty']);
    if (misspelled.has(`${instancePath}/${name}`)) continue;
    // The union reports a `type` or `op` that is not a string.
    const entry = byObject.get(instancePath) ?? { mistake, names: [] };
    byObject.set(instancePath, entry);
    if (!entry.names.includes(name)) entry.names.push(name);
  }
  return [...byObject].map(
    ([
      around,
      {
        mistake: { path, value },
        names,
      },
    ]): Around<SchemaFinding> => {
      const what = inWhat(path, value, schema);
      const list = names.map((name) => `"${name}"`).join(', ');
      const [first = ''] = names;
      if (names.every((name) => (locales as readonly string[]).includes(name))) {
        return {
          around,
          rule: 'missing-locale',
          location: locate(path),
          message: `The text is not written in ${list}.`,
          expected: `a text in each of ${locales.join(', ')}`,
          found: isObject(value) ? Object.keys(value) : value,
        };
      }
      const { description } = findShape(schema, root, [...path, first]);
      const removed = names.map((name) => removedAt?.([...path, name])).find((location) => location !== undefined);
      return {
        around,
        rule: 'schema',
        location: removed ?? locate(path),
        message:
          removed === undefined
            ? `The ${names.length === 1 ? `property ${list} is` : `properties ${list} are`} missing ${what}.`
            : `The change takes ${list} out, which must be there ${what}. Write another value instead of null.`,
        mark: list,
        expected:
          names.length === 1 && description !== undefined ? `"${first}": ${firstSentence(description)}` : undefined,
      };
    },
  );
}

function explainOne(
  { error, path, value }: Mistake,
  { schema, value: root, locate }: Validated,
): SchemaFinding | undefined {
  const { keyword, params, propertyName } = error;
  const name = propertyName;
  const location = name === undefined ? locate(path) : locate([...path, name], 'key');
  const found = name ?? value;
  const label = name === undefined ? `"${formatPath(path) || 'the document'}"` : `The name "${name}"`;
  const finding = (message: string, more: Partial<SchemaFinding> = {}): SchemaFinding => ({
    rule: 'schema',
    location,
    message,
    found,
    ...more,
  });
  const describe = (): string => firstSentence(findShape(schema, root, path).form ?? '');

  switch (keyword) {
    case 'additionalProperties':
    case 'required':
    case 'propertyNames':
    case 'if':
      return undefined;

    case 'discriminator': {
      if (params['error'] === 'tag') return undefined;
      return unknownMember(String(params['tag']), params['tagValue'], path, { schema, value: root, locate });
    }

    case 'enum':
    case 'const': {
      const allowed = (keyword === 'const' ? [params['allowedValue']] : (params['allowedValues'] as unknown[])).map(
        String,
      );
      if (schema === '/schemas/site.schema.json' && isDeclaration(path) && typeof value === 'string')
        return finding(...unknownLanguage(value));
      const rule = ruleOfName(path);
      // Such as "true", whose quotation marks make a text of it.
      if (typeof found === 'string' && allowed.includes(found))
        return finding(`The value ${JSON.stringify(found)} is a text. Write ${found} without quotation marks.`, {
          rule,
          expected: found,
        });
      const suggestion = typeof found === 'string' ? suggestName(found, allowed) : undefined;
      return finding(
        `${name === undefined ? `The value ${JSON.stringify(found)}` : label} is not one of the allowed ones.`,
        {
          rule,
          expected: allowed.length === 1 ? allowed[0] : `one of ${allowed.join(', ')}`,
          suggestion,
        },
      );
    }

    case 'type':
      return finding(`${label} must be ${nameType(params['type'])}, but it is ${describeValue(value)}.`, {
        expected: nameType(params['type']),
      });

    case 'pattern': {
      const words = describePattern(String(params['pattern'])) ?? describe();
      return finding(
        `${name === undefined ? `The value ${JSON.stringify(found)}` : label} does not have the right form.${typeof found === 'string' ? findLookalike(found) : ''}`,
        {
          expected: words === '' ? `what the pattern ${String(params['pattern'])} describes` : words,
          suggestion: withFolder(found, String(params['pattern'])),
        },
      );
    }

    case 'format':
      return finding(
        `The value ${JSON.stringify(found)} is not a ${params['format'] === 'date' ? 'day' : String(params['format'])}.`,
        {
          expected:
            params['format'] === 'date' ? 'a day such as 2026-11-27 (ISO 8601)' : `a ${String(params['format'])}`,
        },
      );

    case 'minItems':
    case 'minProperties':
    case 'minLength': {
      const names = keyword === 'minProperties' ? findShape(schema, root, path).properties : [];
      return finding(`${label} has too few entries or characters.`, {
        expected: `at least ${String(params['limit'])}${names.length === 0 ? '' : ` of ${names.join(', ')}`}`,
      });
    }

    case 'maxItems':
    case 'maxProperties':
    case 'maxLength':
      return finding(`${label} has too many entries or characters.`, {
        expected: `at most ${String(params['limit'])}`,
      });

    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return finding(`The number ${JSON.stringify(found)} is out of range.`, {
        expected:
          keyword === 'maximum' && params['limit'] === 1
            ? '<= 1, as a share: 0.1 stands for 10 %'
            : `${String(params['comparison'])} ${String(params['limit'])}`,
      });

    case 'uniqueItems': {
      const [first, second] = [Number(params['i']), Number(params['j'])].toSorted((a, b) => a - b);
      const again = [...path, second ?? 0];
      return finding(
        `The entries ${String(first)} and ${String(second)} of ${label} are the same. Delete one of them.`,
        {
          location: locate(again),
          found: valueAt(root, again),
          expected: 'every entry once',
        },
      );
    }

    default:
      return finding(`${label} ${error.message ?? 'is not right'}.`);
  }
}

function unknownMember(
  tag: string,
  value: unknown,
  path: Path,
  { schema, value: root, locate }: Validated,
): SchemaFinding {
  const { members } = findShape(schema, root, path);
  const location = locate([...path, tag]);
  const suggestion = suggestName(String(value), members);
  const isBlock = tag === 'type' && members.some((member) => (blockTypes as readonly string[]).includes(member));
  const misplaced = isBlock && (blockTypes as readonly string[]).includes(String(value));
  return {
    rule: isBlock ? 'unknown-block' : 'schema',
    location,
    message: misplaced
      ? `The block "${String(value)}" cannot be here.`
      : isBlock || tag === 'op'
        ? `There is no ${isBlock ? 'block' : 'operation'} named "${String(value)}".`
        : `The value "${String(value)}" is not one of the allowed ones.`,
    expected: `one of ${members.join(', ')}`,
    found: value,
    suggestion,
  };
}

function ruleOfName(path: Path): ShapeRule {
  if (path.at(-1) === 'layout') return 'unknown-layout';
  return path.at(-1) === 'name' && path.at(-3) === 'guards' ? 'unknown-guard' : 'schema';
}

/** Positions of languages in the site document. */
function isDeclaration(path: Path): boolean {
  return path[0] === 'locales' && (path[1] === 'available' || path[1] === 'default');
}

/** A language without generated code: a wrong tag, or `npm run gen` has not run since. */
function unknownLanguage(tag: string): readonly [message: string, more: Partial<SchemaFinding>] {
  const mistake = findLanguageMistake(tag);
  if (mistake !== null) {
    const { message, expected, suggestion } = mistake;
    return [message, { rule: 'languages', expected, suggestion }];
  }
  return [
    `The language "${tag}" is not generated yet: types and validators know ${locales.join(', ')}. Run "npm run gen".`,
    { rule: 'languages', expected: `one of ${locales.join(', ')}, or "npm run gen" after a change of this list` },
  ];
}

/** JSON pointers name array items by digits; the value distinguishes an item from a property called `0`. */
function parsePointer(pointer: string, root: unknown): Path {
  let at: unknown = root;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(at) ? Number(key) : key;
      at = valueAt(at, [step]);
      return step;
    });
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    root,
  );
}

function firstSentence(text: string): string {
  return /^.*?[.;](?=\s|$)/.exec(text)?.[0].replace(/[.;]$/, '') ?? text;
}

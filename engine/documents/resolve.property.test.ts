import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calmExperiment, calmVariant, smallProject } from '#tests/helpers/small-project.ts';
import { hashSourceText } from './confirmed-texts.ts';
import { isObject } from './json.ts';
import { resolveOn } from './resolve.ts';
import type { ResolveInput, ResolveResult } from './types.ts';

const languages = ['de', 'en', 'fr', 'it', 'nl', 'pl', 'sv'];

/** The small project with an experiment, a fragment in another one, plurals, confirmed texts and texts of a block. */
const project = smallProject({
  'pages-config/landings/calm.json': calmVariant,
  'pages-config/experiments/calm.json': calmExperiment,
  'pages-config/fragments/inner.json': {
    $schema: 'x',
    version: 4,
    blocks: [{ id: 'line', type: 'top-banner', text: 'landing.steps' }],
  },
  'locales/confirmed.json': { de: { 'landing.hero': hashSourceText('Come in') } },
  'blocks/hero/strings.json': { more: Object.fromEntries(languages.map((language) => [language, 'more'])) },
  ...Object.fromEntries(
    languages.map((language) => [
      `locales/${language}/shop.json`,
      {
        cart_one: 'one',
        cart_other: '{count}',
        ...(language === 'pl' && { cart_few: '{count}', cart_many: '{count}' }),
      },
    ]),
  ),
});
const originals: ReadonlyMap<string, string> = project.layers[0]?.files ?? new Map();
const names = [...originals.keys()];
/** A font without one letter that some texts have. */
const fonts = new Map([
  [
    'text',
    {
      axes: { wght: { min: 100, max: 900 } },
      characters: new Set([...originals.values()].flatMap((text) => [...text].map((letter) => letter.charCodeAt(0)))),
    },
  ],
]);
fonts.get('text')?.characters.delete('ł'.charCodeAt(0));

/** What the project says somewhere, and what it should say nowhere. */
const words: readonly unknown[] = [
  ...new Set(
    [...originals.values()].flatMap((text) => [...text.matchAll(/"((?:[^"\\]|\\.)+)"/g)].map(([, word]) => word)),
  ),
  'landing.none',
  'shop.cart',
  'link:nobody',
  '#nowhere',
  'fragments/inner',
  'pages/nowhere',
  '{nobody} <strong>unfinished',
  '{claims.labels} labels of 3,000',
  'lorem ipsum: the "same" text ... in every language',
  'satin.jpg',
  '',
  null,
  [],
  {},
  { en: 'One language only' },
];

type Path = readonly (string | number)[];

/** Every place inside a value, but the root. */
function placesIn(value: unknown, path: Path = []): readonly Path[] {
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([key, item]) => [[...path, key], ...placesIn(item, [...path, key])]);
}

/** A value with the one at a place replaced; `undefined` deletes it. */
function put(value: unknown, [key, ...rest]: Path, by: (before: unknown) => unknown): unknown {
  if (key === undefined) return by(value);
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => {
      const changed = index === key ? put(item, rest, by) : item;
      return changed === undefined ? [] : [changed];
    });
  return Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([name, item]) => {
      const changed = name === key ? put(item, rest, by) : item;
      return changed === undefined ? [] : [[name, changed]];
    }),
  );
}

const kinds = ['restore', 'restore', 'word', 'word', 'word', 'delete', 'twice', 'add', 'break', 'remove'] as const;
const edit = fc.record({ kind: fc.constantFrom(...kinds), file: fc.nat(), place: fc.nat(), word: fc.nat() });

function edited(
  files: ReadonlyMap<string, string>,
  { kind, file: number, place, word }: typeof edit extends fc.Arbitrary<infer Edit> ? Edit : never,
): ReadonlyMap<string, string> {
  const name = names[number % names.length] ?? '';
  const original = originals.get(name) ?? '';
  const changed = new Map(files);
  const text = files.get(name) ?? original;
  if (kind === 'restore') return changed.set(name, original);
  if (kind === 'break') return changed.set(name, text.slice(0, place % text.length));
  if (kind === 'remove') {
    changed.delete(name);
    return changed;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return changed.set(name, original);
  }
  const places = placesIn(value);
  const path = places[place % places.length] ?? [];
  const chosen = words[word % words.length];
  const by: Readonly<Record<typeof kind, (before: unknown) => unknown>> = {
    word: () => chosen,
    delete: () => undefined,
    twice: (before) => (Array.isArray(before) ? [...before, ...before] : chosen),
    add: (before) => (isObject(before) ? { ...before, [String(chosen)]: chosen } : before),
  };
  return changed.set(name, JSON.stringify(put(value, path, by[kind]), null, 2));
}

const makeInput = (files: ReadonlyMap<string, string>): ResolveInput => ({
  ...project,
  fonts,
  layers: [{ name: 'files', files }],
});

/** All of a result that callers can see, in order. */
const seen = (result: ResolveResult): string =>
  JSON.stringify(result, (_key, value: unknown) => (value instanceof Map ? [...value] : value));

test('After any sequence of edits a result is the one that nothing was known before, with and without the check cache of earlier runs', () => {
  let accepted = 0;
  let skipped = 0;
  const parts = new Set<string>();
  const checkCache = {
    has(part: string): boolean {
      if (parts.has(part)) skipped += 1;
      return parts.has(part);
    },
    add: (part: string) => parts.add(part),
  };
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (edits) => {
      let files = originals;
      let previous = resolveOn(makeInput(files), '2026-11-20');
      for (const each of edits) {
        files = edited(files, each);
        previous = resolveOn(makeInput(files), '2026-11-20', previous);
        if (previous.ok) accepted += 1;
        const fresh = resolveOn(makeInput(files), '2026-11-20');
        expect(seen(previous)).toBe(seen(fresh));
        expect(seen(resolveOn({ ...makeInput(files), checkCache }, '2026-11-20'))).toBe(seen(fresh));
      }
    }),
    {
      numRuns: 25,
      // A variant with a mistake in one of the blocks that it does not share with its base.
      examples: [
        [
          [
            { kind: 'add', file: 475393900, place: 2043111752, word: 0 },
            { kind: 'restore', file: 0, place: 0, word: 0 },
          ],
        ],
      ],
    },
  );
  expect(accepted).toBeGreaterThan(0);
  expect(skipped).toBeGreaterThan(1_000);
});

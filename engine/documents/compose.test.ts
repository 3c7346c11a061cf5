import { expect, test } from 'vitest';
import { resolveSmall } from '#tests/helpers/small-project.ts';
import { composeVariations } from './compose.ts';
import { computePin } from './inheritance/compute-pin.ts';
import type { JsonObject } from './json.ts';
import type { Site } from './types.ts';

const variant = (...changes: JsonObject[]): JsonObject => ({
  $schema: 'x',
  version: 4,
  extends: 'landings/default',
  changes,
});
const setTitle = (key: string): JsonObject => ({ op: 'set', block: 'hero', props: { text: key } });

function siteWith(variants: Readonly<Record<string, JsonObject>>): Site {
  const files = Object.entries(variants).map(([id, document]) => [`pages-config/landings/${id}.json`, document]);
  const result = resolveSmall(Object.fromEntries(files));
  if (!result.ok) throw new Error(JSON.stringify(result.findings, null, 1));
  return result.site;
}

const site = siteWith({
  one: variant({ ...setTitle('landing.steps'), pin: computePin({}) }),
  two: variant({ op: 'document', set: { theme: 'ink' } }),
  three: { ...variant({ op: 'document', set: { theme: 'ink' } }), extends: 'landings/two' },
});

test('Changes of several variants come together on the document, in the order given', () => {
  const composed = composeVariations(site, 'landings/default', ['landings/one', 'landings/two']);
  expect(composed?.theme).toBe('ink');
  expect(composed?.blocks.find(({ id }) => id === 'hero')?.props['text']).toBe('landing.steps');
  expect(composed?.id).toBe('landings/default');
});

test('A combination is built once', () => {
  const variations = ['landings/one', 'landings/two'];
  expect(composeVariations(site, 'landings/default', variations)).toBe(
    composeVariations(site, 'landings/default', variations),
  );
});

test('Combinations beyond the size of the cache are evicted, the oldest first, and built alike again', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const long = 'Eight thousand characters. '.repeat(300);
  const title = Object.fromEntries(['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [locale, long]));
  const large = siteWith(
    Object.fromEntries(
      ids.map((id) => {
        const blocks = Array.from({ length: 16 }, (_, index) => ({
          id: `block-${id}-${index}`,
          type: 'rich-text',
          title,
        }));
        return [id, variant({ op: 'insert', after: 'hero', blocks })];
      }),
    ),
  );
  const landings = ids.map((id) => `landings/${id}`);
  const pairs = landings.flatMap((one) => landings.filter((other) => other !== one).map((other) => [one, other]));
  const compose = (variations: readonly string[]) => composeVariations(large, 'landings/default', variations);
  const [first = [], ...others] = pairs;
  const composed = compose(first);
  expect(composed).not.toBeNull();
  expect(compose(first)).toBe(composed);
  const last = others.map(compose).at(-1);
  expect(compose(others.at(-1) ?? [])).toBe(last);
  const again = compose(first);
  expect(again).not.toBe(composed);
  expect(again).toEqual(composed);
});

test('No variation is the document and one variation the variant as it was resolved', () => {
  expect(composeVariations(site, 'landings/default', [])).toBe(site.documents.get('landings/default'));
  expect(composeVariations(site, 'landings/default', ['landings/one'])).toBe(site.documents.get('landings/one'));
});

test('A variant of a variant brings the changes of both along, each once', () => {
  const composed = composeVariations(site, 'landings/default', ['landings/one', 'landings/two', 'landings/three']);
  expect(composed?.theme).toBe('ink');
});

test('What is not based on the document composes with nothing', () => {
  expect(composeVariations(site, 'landings/one', ['landings/two', 'landings/three'])).toBeNull();
  expect(composeVariations(site, 'landings/default', ['landings/one', 'landings/none'])).toBeNull();
});

import { expect, test } from 'vitest';
import { composeSchemas } from './compose.ts';
import { fixtureSource } from '#tests/helpers/fixture-source.ts';
import { createAjv } from './validators.ts';

const ajv = createAjv(composeSchemas(fixtureSource()));

/** Mistakes as `where keyword detail`, the echo of `if` left out as the generated validators do. */
function mistakes(kind: string, value: unknown): readonly string[] {
  const validate = ajv.getSchema(`/schemas/${kind}.schema.json`);
  validate?.(value);
  return (validate?.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ instancePath, keyword, params }) =>
      `${instancePath} ${keyword} ${params['missingProperty'] ?? params['additionalProperty'] ?? params['tagValue'] ?? ''}`.trim(),
    );
}

const meta = { title: 'about.title', description: 'about.title' };
const poster = { id: 'a', type: 'poster', title: 'about.title' };

function page(...blocks: readonly unknown[]): object {
  return { $schema: '', version: 4, route: '/about', layout: 'wide', meta, blocks };
}

test('A page with a block, its children and a fragment is valid', () => {
  const slide = { id: 'b', type: '_slide', title: 'about.title' };
  expect(mistakes('page', page({ ...poster, blocks: [slide] }, { id: 'c', fragment: 'fragments/footer' }))).toEqual([]);
});

test.each([
  ['an unknown type', { ...poster, type: 'postr' }, '/blocks/0 discriminator postr'],
  ['neither type nor fragment', { id: 'a' }, '/blocks/0 discriminator'],
  ['a block that needs a parent', { ...poster, type: '_slide' }, '/blocks/0 discriminator _slide'],
  ['a missing prop', { id: 'a', type: 'poster' }, '/blocks/0 required title'],
  ['an unknown prop', { ...poster, titel: 'x' }, '/blocks/0 additionalProperties titel'],
  ['a value that is not allowed', { ...poster, look: 'shrill' }, '/blocks/0/look enum'],
  ['a text that is not a key', { ...poster, title: 'Hello you' }, '/blocks/0/title pattern'],
  [
    'a text without one language',
    { ...poster, title: { en: 'a', de: 'a', fr: 'a', it: 'a', nl: 'a', pl: 'a' } },
    '/blocks/0/title required sv',
  ],
  ['a text that is a number', { ...poster, title: 3 }, '/blocks/0/title type'],
  ['a link without a target', { ...poster, action: { label: 'about.title' } }, '/blocks/0/action required to'],
  ['an item without its label', { ...poster, items: [{ open: true }] }, '/blocks/0/items/0 required label'],
  ['a wrong block inside', { ...poster, blocks: [{ ...poster, id: 'b' }] }, '/blocks/0/blocks/0 discriminator poster'],
  ['a fragment outside its folder', { id: 'a', fragment: 'pages/about' }, '/blocks/0/fragment pattern'],
  [
    'a prop on the use of a fragment',
    { id: 'a', fragment: 'fragments/footer', title: 'x' },
    '/blocks/0 additionalProperties title',
  ],
  ['a block that is a text', 'poster', '/blocks/0 type'],
])('One mistake gives one error: %s', (_, block, expected) => {
  expect(mistakes('page', page(block))).toEqual([expected]);
});

test('A landing with "extends" is checked as a variant, any other as a whole landing', () => {
  const head = { $schema: '', version: 4 };
  expect(mistakes('landing', { ...head, extends: 'landings/default', changes: [], layout: 'wide' })).toEqual([
    ' additionalProperties layout'.trim(),
  ]);
  expect(mistakes('landing', { ...head, layout: 'wide', meta })).toEqual(['required blocks']);
});

test('A change is checked by its operation, and new blocks in it by their type', () => {
  const variant = (change: object): object => ({
    $schema: '',
    version: 4,
    extends: 'landings/default',
    changes: [change],
  });
  expect(mistakes('landing', variant({ op: 'delete', block: 'a' }))).toEqual(['/changes/0 discriminator delete']);
  expect(mistakes('landing', variant({ op: 'insert', after: 'a', blocks: [{ id: 'b', type: 'postr' }] }))).toEqual([
    '/changes/0/blocks/0 discriminator postr',
  ]);
});

test('Properties that an object inherits are not properties of a document', () => {
  const document: unknown = Object.create(page(poster));
  expect(mistakes('page', document)).toContain('required blocks');
});

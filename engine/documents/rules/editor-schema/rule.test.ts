import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const file = 'pages-config/pages/about-us.json';
const wrong = (schema: string) => ({
  [file]: (text: string) => text.replace(/"\$schema": "[^"]+"/, `"$schema": "${schema}"`),
});

test.each([
  'landing.json',
  '../schemas/generated/editor/page.schema.json',
  'https://json-schema.org/draft/2020-12/schema',
])('A document whose schema is %j is named, with the path that is right there', (schema) => {
  expect(checkSmall(wrong(schema))).toMatchObject([
    { rule: 'editor-schema', path: '$schema', expected: '../../schemas/generated/editor/page.schema.json' },
  ]);
});

test('A site inside of another project names the schemas of that', () => {
  expect(shortFindings({ [file]: swap('"../../../../../schemas', '"../../schemas') })).toEqual([]);
});

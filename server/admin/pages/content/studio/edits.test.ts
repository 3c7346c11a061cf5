import { expect, test } from 'vitest';
import { readEdits } from './edits.ts';

test('Edits of files that staff may not publish are left out: no preview is made of them either', () => {
  const edit = (path: string) => ({ path, content: '{}', version: 0 });
  const paths = [
    'pages-config/landings/default.json',
    'pages-config/brand.json',
    'schemas/page.schema.json',
    '../x.json',
  ];
  const { files } = readEdits(JSON.stringify({ files: paths.map(edit), texts: [] }));
  expect(files.map(({ path }) => path)).toEqual(['pages-config/landings/default.json']);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProject } from '#engine/documents/read-project.ts';
import { resolve } from '#engine/documents/resolve.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { renderExample } from './render-example.ts';

const root = join(import.meta.dirname, '../..');
const file = 'pages-config/landings/viral.json';
const [, shown = ''] = /```json\n(.*?)```/s.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];

test('the variant in the README is a real file, and five lines between two braces', () => {
  expect(shown).toBe(readFileSync(join(root, file), 'utf8'));
  expect(shown.trim().split('\n').slice(1, -1)).toHaveLength(5);
});

test('the text in the README makes a whole landing', async () => {
  const { layers, images } = await readProject(root);
  const written = { name: 'draft', files: new Map([[file, shown]]) } as const;
  const deployment = { basePath: '/', publicOrigin: 'https://www.example.com', webViewScheme: '' };
  const result = resolve({ layers: [...layers, written], images, deployment, journeys });
  if (!result.ok) throw new Error(result.findings.map(({ message }) => message).join('\n'));
  expect(result.warnings.filter((finding) => finding.file === file)).toEqual([]);
  const { site } = result;
  const landing = site.documents.get('landings/viral');
  const base = site.documents.get('landings/invitation');
  expect(landing?.blocks.map(({ id }) => id)).toEqual(base?.blocks.map(({ id }) => id));
  const hero = landing?.blocks.find(({ id }) => id === 'hero');
  expect(hero?.props['image']).toMatchObject({ src: 'images/satin/wine-29.jpg', grade: 'dark' });
  const block = { id: 'hero', type: 'hero', ...hero?.props };
  expect(renderExample(block, { site, locale: 'de' })).toContain('<h1');
});

test('every command that the README names is a script of the project', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const named = [...text.matchAll(/\bnpm (?:run )?(?!ci\b)([a-z][a-z-]*)/g)].map(([, name = '']) => name);
  expect(new Set(named).size).toBeGreaterThan(20);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

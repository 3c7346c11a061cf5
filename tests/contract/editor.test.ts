import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSource } from '#engine/cli/gen/source.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { createEditor } from '#tests/helpers/editor.ts';

const sites = [
  { name: 'this project', folders: ['.'], journey: 'registration' },
  {
    name: 'the project that mistakes are made in',
    folders: ['tests/invalid-projects/project'],
    journey: 'registration',
  },
  { name: 'another site', folders: ['tests/fixtures/sites/fair'], journey: 'registration' },
  { name: 'a third site', folders: ['tests/fixtures/sites/streaming'], journey: 'registration' },
  {
    name: 'a site with other languages and another journey',
    folders: ['tests/fixtures/newsletter', 'tests/fixtures/second-site'],
    journey: 'newsletter',
  },
];

test.each(sites)('An editor underlines nothing that check accepts: $name', async ({ folders, journey }) => {
  const root = makeProject(folders, journey);
  try {
    const underlined = createEditor(readSource(root));
    const files = ['pages-config/*.json', 'pages-config/*/**/*.json', 'locales/en/*.json']
      .flatMap((pattern) => listPaths(root, pattern))
      .filter((file) => file !== 'pages-config/phases.json');
    const found: string[] = [];
    for (const file of files)
      for (const { line, message } of await underlined(file, readFileSync(join(root, file), 'utf8')))
        found.push(`${file}:${line} ${message}`);
    expect(files.length).toBeGreaterThan(4);
    expect(found).toEqual([]);
  } finally {
    if (root !== '.') rmSync(root, { recursive: true });
  }
});

/** The folders over each other, with the shapes and blocks of this project. */
function makeProject(folders: readonly string[], journey: string): string {
  if (folders.includes('.')) return '.';
  const root = mkdtempSync(join(tmpdir(), 'editor-'));
  cpSync('blocks', join(root, 'blocks'), { recursive: true });
  symlinkSync(resolve('schemas'), join(root, 'schemas'));
  for (const folder of folders) cpSync(folder, root, { recursive: true });
  writeFileSync(join(root, 'vitrine.config.ts'), `module.exports = { default: { journeys: ['${journey}'] } };\n`);
  if (!existsSync(join(root, 'journeys'))) symlinkSync(resolve('journeys'), join(root, 'journeys'));
  return root;
}

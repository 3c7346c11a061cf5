import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropDevelopmentPages } from './drop-development-pages.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-client-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the page of development and what only it imports are in no release; what a page of the site imports is', async () => {
  const files = {
    'loader.a1.js': 'import("./chunks/chunk-shared.js")',
    'chunks/chunk-shared.js': 'import "./chunk-deep.js"',
    'chunks/chunk-deep.js': '',
    'chunks/chunk-dev.js': 'import "./chunk-dev-deep.js"',
    'chunks/chunk-dev.js.map': '{}',
    'chunks/chunk-dev-deep.js': 'import "./chunk-deep.js"',
    'entries/dev-page.js': 'import "../chunks/chunk-dev.js"',
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'assets', file)), { recursive: true });
    await writeFile(join(folder, 'assets', file), text);
  }
  await dropDevelopmentPages(folder);
  const left = await readdir(join(folder, 'assets'), { recursive: true, withFileTypes: true });
  expect(
    left
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['chunk-deep.js', 'chunk-shared.js', 'loader.a1.js']);
});

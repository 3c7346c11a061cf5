import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReleaseFolder } from '#server/platform/build-record.ts';
import { hasCode, reuseCode } from './reuse-code.ts';

let releases: string;
beforeAll(async () => (releases = await mkdtemp(join(tmpdir(), 'vitrine-releases-'))));
afterAll(() => rm(releases, { recursive: true }));

function makeFolder(release: string): ReleaseFolder {
  const root = join(releases, release);
  return {
    root,
    client: join(root, 'client'),
    server: join(root, 'server'),
    sourceMaps: join(root, 'source-maps'),
    images: join(root, 'pictures.json'),
    pages: join(root, 'pages.pack'),
    checked: join(root, 'checked.json'),
  };
}

test('a build takes the code of another one, and neither its pages nor its lists', async () => {
  const [from, to] = [makeFolder('earlier'), makeFolder('later')];
  for (const folder of [from.client, from.server, from.sourceMaps]) await mkdir(folder, { recursive: true });
  const compiler = join(from.server, 'compile.mjs');
  for (const file of [compiler, from.pages, from.images, from.checked]) await writeFile(file, file);
  await reuseCode(from, to).done;
  expect((await readdir(to.root)).toSorted()).toEqual(['client', 'server', 'source-maps']);
  expect(await readFile(join(to.server, 'compile.mjs'), 'utf8')).toBe(compiler);
});

test('code that was removed is not reused', async () => {
  const folder = makeFolder('swept');
  for (const part of [folder.client, folder.server, folder.sourceMaps]) await mkdir(part, { recursive: true });
  expect(await hasCode(folder)).toBe(true);
  await rm(folder.server, { recursive: true });
  expect(await hasCode(folder)).toBe(false);
  expect(await hasCode(makeFolder('never'))).toBe(false);
});

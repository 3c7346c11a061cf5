import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AssetManifest } from '#engine/compile/types.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { collectImages } from './collect-images.ts';
import type { FileTask } from './file-tasks.ts';
import { buildImageKeys, wholeImage } from './image-key.ts';
import { publishRemembered, rememberAssets } from './remembered-assets.ts';

const manifest: AssetManifest = {
  images: {},
  openGraph: {},
  fonts: { css: '', preload: [] },
  icons: { svg: 'a', touch: 'b' },
};
const path = 'assets/images/one.12345678.avif';
const pending: FileTask = {
  kind: 'picture',
  path: 'assets/images/two.12345678.720.avif',
  where: 'pages-config/site.json, image',
  src: 'images/two.jpg',
  crop: wholeImage,
  grade: 'none',
  ground: '#FFFFFF',
  format: 'avif',
  width: 720,
};
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-remembered-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A build whose only file is in its cache. */
async function built() {
  const site = await projectSite();
  for (const { reference } of collectImages(site)) await put(reference.src, 'picture');
  await put(`cache/${path}`, 'bytes');
  const input = {
    file: join(root, 'pictures.json'),
    root,
    site,
    outDir: join(root, 'out'),
    sources: [join(root, 'cache')],
  };
  await rememberAssets(input, { manifest, list: { file: '', files: [path, pending.path] }, pending: [pending] });
  return { site, input };
}

async function put(file: string, content: string): Promise<void> {
  await mkdir(join(root, file, '..'), { recursive: true });
  await writeFile(join(root, file), content);
}

test('what a build made is put before browsers again without making it', async () => {
  const { input } = await built();
  const published = await publishRemembered(input);
  expect(published?.manifest).toEqual(manifest);
  expect(published?.list.files).toEqual([path, pending.path]);
  expect(await readFile(join(root, 'out', path), 'utf8')).toBe('bytes');
});

test('what a build left to others is still to be made until its file is there', async () => {
  const { input } = await built();
  expect((await publishRemembered(input))?.pending).toEqual([pending]);
  await put(`cache/${pending.path}`, 'bytes');
  expect((await publishRemembered(input))?.pending).toEqual([]);
  expect(await readFile(join(root, 'out', pending.path), 'utf8')).toBe('bytes');
});

test('a site that was published over the build gets those of the site before while they are all that it shows', async () => {
  const { site: first, input } = await built();
  await put(`cache/${pending.path}`, 'bytes');
  const remembered = await publishRemembered(input);
  const site = { ...first, documents: new Map() };
  const keys = collectImages(site).flatMap(({ reference }) => Object.values(buildImageKeys(reference)));
  const image = { width: 1, height: 1, colour: '#000000', derivatives: [] };
  const images = Object.fromEntries(keys.map((key: string | null) => [String(key), image]));
  const before = remembered && { ...remembered, manifest: { ...manifest, images } };
  const published = { ...input, site, isPublished: true, before };
  expect(await publishRemembered(published)).toBe(before);
  expect(await publishRemembered({ ...published, before: before && { ...before, pending: [pending] } })).not.toBe(
    before,
  );
  const brand = { ...site.brand, emblem: { ...site.brand.emblem, size: 1 } };
  expect(await publishRemembered({ ...published, site: { ...site, brand } })).toBeNull();
  expect(await publishRemembered({ ...published, site: first })).toBeNull();
});

test('what a release before this one remembered, which left nothing to others, still holds', async () => {
  const { input } = await built();
  const { pending: _, ...before } = JSON.parse(await readFile(input.file, 'utf8'));
  await writeFile(input.file, JSON.stringify({ ...before, files: [path] }));
  expect((await publishRemembered(input))?.pending).toEqual([]);
});

test('it is made anew once an image is another one, a document shows another one, or a file is gone', async () => {
  const { site, input } = await built();
  const [use] = collectImages(site);
  await put(use?.reference.src ?? '', 'another image');
  expect(await publishRemembered(input)).toBeNull();
  await put(use?.reference.src ?? '', 'picture');
  expect(await publishRemembered(input)).not.toBeNull();
  expect(await publishRemembered({ ...input, site: { ...site, documents: new Map() } })).toBeNull();
  await rm(join(root, 'out'), { recursive: true });
  await rm(join(root, 'cache'), { recursive: true });
  expect(await publishRemembered(input)).toBeNull();
  expect(await publishRemembered({ ...input, file: join(root, 'none.json') })).toBeNull();
});

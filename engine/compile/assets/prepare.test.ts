import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AssetManifest } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { fixtureDocument, fixtureSite, inlineText } from '#tests/helpers/fixture-site.ts';
import { buildImageKeys, type ImageReference } from './image-key.ts';
import { buildOpenGraphPath } from './open-graph-tasks.ts';
import { createFileEncoder } from './encode-file.ts';
import { prepareAssets } from './prepare.ts';

const small = { x: 0.4, y: 0.3, width: 0.1, height: 0.2 };
const wine: ImageReference = {
  src: 'images/satin/wine-29.jpg',
  crop: small,
  narrow: { ...small, width: 0.05 },
  grade: 'dark',
};

let root = '';
const progress: string[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'prepare-'));
  await mkdir(join(root, 'images/satin'), { recursive: true });
  await cp('images/satin/wine-29.jpg', join(root, wine.src));
  progress.length = 0;
});
afterEach(() => rm(root, { recursive: true }));

const outDir = (): string => join(root, 'dist');

async function prepare(site: Site): Promise<AssetManifest> {
  const { manifest } = await prepareAssets({
    root,
    site,
    outDir: outDir(),
    cacheDir: join(root, '.cache'),
    onProgress: (done, total, name) => progress.push(`${done}/${total} ${name}`),
  });
  return manifest;
}

async function changeTimes(): Promise<Record<string, number>> {
  const files = await readdir(join(outDir(), 'assets'), { recursive: true, withFileTypes: true });
  const entries = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  return Object.fromEntries(
    await Promise.all(entries.map(async (file) => [file, (await stat(file)).mtimeMs] as const)),
  );
}

test('the manifest finds both crops of a reference, and every path in it is a file', async () => {
  const manifest = await prepare(fixtureSite({ images: [wine] }));
  const { main, narrow } = buildImageKeys(wine);
  expect(manifest.images[main]).toMatchObject({ width: 240, height: 300 });
  expect(manifest.images[narrow ?? '']).toMatchObject({ width: 120, height: 300 });
  const paths = [
    ...Object.values(manifest.images).flatMap((image) => image.derivatives.map((derivative) => derivative.path)),
    ...manifest.fonts.preload,
    ...Object.values(manifest.openGraph),
    manifest.icons.svg,
    manifest.icons.touch,
  ];
  for (const path of paths) {
    expect(path).toMatch(
      /^assets\/(images|fonts|og|icons)\/[a-z0-9.-]+\.[0-9a-f]{8}(\.\d+)?\.(avif|webp|jpg|woff2|svg|png)$/,
    );
    expect((await stat(join(outDir(), path))).size).toBeGreaterThan(100);
  }
  expect(progress).toHaveLength(9);
  expect(progress.at(-1)).toBe('9/9 link preview landings/default:en');
});

test('a second run with nothing changed gives the same manifest and writes no file', async () => {
  const site = fixtureSite({ images: [wine] });
  const first = await prepare(site);
  const times = await changeTimes();
  expect(await prepare(site)).toEqual(first);
  expect(await changeTimes()).toEqual(times);
});

test('every language has a link preview of its own, 1200 × 630, and equal previews share a file', async () => {
  const title = inlineText('Maison Cercle · Fine labels', {
    de: 'Große Namen, private Preise',
    pl: 'Zażółć gęślą jaźń',
  });
  const site = fixtureSite({ images: [wine], title, locales: ['en', 'de', 'pl'] });
  const variant = fixtureDocument('landings/variant', [wine], title);
  const manifest = await prepare({ ...site, documents: new Map([...site.documents, [variant.id, variant]]) });
  const paths = (['en', 'de', 'pl'] as const).map((locale) => buildOpenGraphPath(manifest, 'landings/default', locale));
  expect(new Set(paths).size).toBe(3);
  expect(buildOpenGraphPath(manifest, 'landings/variant', 'de')).toBe(paths[1]);
  expect(buildOpenGraphPath(manifest, 'landings/default', 'sv')).toBeNull();
  expect(await sharp(await readFile(join(outDir(), paths[1] ?? ''))).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
  });
});

test('files that are left for later have the names that they get once they are made, with the same bytes on every way', async () => {
  const site = fixtureSite({ images: [wine] });
  const input = { root, site, outDir: outDir(), cacheDir: join(root, '.cache') };
  const planned = await prepareAssets({ ...input, later: true });
  expect(planned.pending.map(({ path }) => path).toSorted()).toEqual(
    planned.list.files.filter((path) => /^assets\/(images|og)\//.test(path)),
  );
  expect(await readdir(join(outDir(), 'assets'))).toEqual(['fonts', 'icons']);
  const sizes = ({ images }: AssetManifest) =>
    Object.values(images).flatMap(({ derivatives }) => derivatives.map(({ bytes }) => bytes));
  expect(sizes(planned.manifest).every((bytes) => bytes === undefined)).toBe(true);

  const make = createFileEncoder(root);
  const byHand = new Map<string, Uint8Array>();
  // In any order.
  for (const task of planned.pending.toReversed()) byHand.set(task.path, await make(task));
  const made = await prepareAssets(input);
  expect(made.pending).toEqual([]);
  expect(made.list.files).toEqual(planned.list.files);
  for (const [path, bytes] of byHand) expect(await readFile(join(outDir(), path))).toEqual(Buffer.from(bytes));
  expect(sizes(made.manifest)).not.toContain(undefined);
  expect((await prepareAssets({ ...input, later: true })).pending).toEqual([]);
});

test('an image that was changed after it was planned is not made under the name of the one before', async () => {
  const input = { root, site: fixtureSite({ images: [wine] }), outDir: outDir(), cacheDir: join(root, '.cache') };
  const { pending } = await prepareAssets({ ...input, later: true });
  await cp('images/satin/ink-5.jpg', join(root, wine.src));
  const make = createFileEncoder(root);
  for (const task of pending) await expect(make(task)).rejects.toThrow(/its file was changed since the last build/);
});

test('missing images are reported all at once, with the places that name them', async () => {
  const site = fixtureSite({ images: [wine, { src: 'images/gone.jpg' }, { src: 'images/lost.jpg' }] });
  await expect(prepare(site)).rejects.toThrow(
    /default\.json, block "close-2", image: the image "images\/gone\.jpg" could not be read[^]*block "close-3", image: the image "images\/lost\.jpg"/,
  );
});

test('a broken image is reported with the place that names it', async () => {
  await writeFile(join(root, 'images/broken.jpg'), 'not an image');
  await expect(prepare(fixtureSite({ images: [wine, { src: 'images/broken.jpg' }] }))).rejects.toThrow(
    /default\.json, block "close-2", image: the image "images\/broken\.jpg" could not be prepared: .*unsupported image format/,
  );
});

test('a sign that the display font lacks is reported with the title that has it; a language of other letters gets a preview without words', async () => {
  const titled = (title: string) => fixtureSite({ images: [wine], title: inlineText(title) });
  await expect(prepare(titled('Come in ✓'))).rejects.toThrow(
    /meta, language "en": the link preview could not be drawn: The text "Come in ✓" has the character "✓"/,
  );
  const { openGraph } = await prepare(titled('Добро пожаловать'));
  expect(Object.keys(openGraph)).not.toEqual([]);
});

test('a title that no preview can hold is reported with its document and language', async () => {
  const site = fixtureSite({
    images: [wine],
    title: inlineText('Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'),
  });
  await expect(prepare(site)).rejects.toThrow(
    /default\.json, meta, language "en": the link preview could not be drawn: The title "Donau.*Shorten it/,
  );
});

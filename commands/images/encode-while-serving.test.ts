import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareAssets } from '#engine/compile/assets/prepare.ts';
import { fixtureSite } from '#tests/helpers/fixture-site.ts';
import { ImageWorker } from './image-worker.ts';
import { encodeWhileServing } from './encode-while-serving.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-unmade-'));
});
afterEach(() => rm(root, { recursive: true }));

test('another process makes what a build left; until then the document lacks it, and a broken image harms no other', async () => {
  const flat = sharp({ create: { width: 120, height: 90, channels: 3, background: '#6B1221' } });
  for (const name of ['whole', 'broken']) await writeFile(join(root, `${name}.jpg`), await flat.jpeg().toBuffer());
  const site = fixtureSite({ images: [{ src: 'whole.jpg' }, { src: 'broken.jpg' }] });
  const places = { root, outDir: join(root, 'out'), cacheDir: join(root, 'cache') };
  const { manifest, pending } = await prepareAssets({ ...places, site, later: true });
  await writeFile(join(root, 'broken.jpg'), 'not an image');

  const lines: string[] = [];
  const maker = new ImageWorker({ ...places, roots: [root] });
  const images = encodeWhileServing(maker, pino({ level: 'error' }, { write: (line: string) => lines.push(line) }));
  const pages = site.documents.keys();
  const lacked = () => [...pages].flatMap((id) => images.ofDocument(site, id));
  const [landing = ''] = site.documents.keys();
  images.add(site, manifest, pending);
  expect(images.ofDocument(site, landing)).toHaveLength(6);
  const { promise: allMade, resolve } = Promise.withResolvers<void>();
  images.files.onAllMade(resolve);
  images.files.makeAll();
  await allMade;
  expect(lacked().every((path) => path.includes('/broken.'))).toBe(true);
  expect(images.ofDocument(site, landing)).toHaveLength(3);
  const made = pending.filter(({ path }) => path.includes('/whole.') || path.includes('/og/'));
  for (const { path } of made) {
    expect((await stat(join(places.outDir, path))).size).toBeGreaterThan(100);
    expect(await readFile(join(places.cacheDir, path))).toEqual(await readFile(join(places.outDir, path)));
  }
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('its file was changed since the last build');
  images.close();
});

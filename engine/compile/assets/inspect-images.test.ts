import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inspectImages } from './inspect-images.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-looks-'));
});
afterEach(() => rm(root, { recursive: true }));

test('images are known by their bytes, whatever their names say', async () => {
  const flat = sharp({ create: { width: 60, height: 40, channels: 3, background: '#6B1221' } });
  await writeFile(join(root, 'a.jpg'), await flat.clone().png().toBuffer());
  await writeFile(join(root, 'b.avif'), await flat.clone().avif().toBuffer());
  await writeFile(join(root, 'c.png'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>');
  await writeFile(join(root, 'd.jpg'), 'not an image');
  await writeFile(join(root, 'e.jpg'), '');
  await writeFile(join(root, 'f.jpg'), await flat.clone().toColourspace('cmyk').jpeg().toBuffer());
  const images = ['a.jpg', 'b.avif', 'c.png', 'd.jpg', 'e.jpg', 'gone.jpg'];
  const { imageFiles } = await inspectImages(root, { images, brandFiles: ['f.jpg', 'font.woff2'] });
  expect([...imageFiles.keys()]).toEqual([...images.slice(0, -1), 'f.jpg']);
  expect(imageFiles.get('f.jpg')).toMatchObject({ format: 'jpeg', isOfPrint: true });
  expect(imageFiles.get('a.jpg')).toMatchObject({ format: 'png', width: 60, height: 40 });
  expect(imageFiles.get('b.avif')).toMatchObject({ format: 'avif', width: 60 });
  expect(imageFiles.get('c.png')).toMatchObject({ format: 'svg' });
  expect(imageFiles.get('d.jpg')).toEqual({ problem: 'it is not an image that is known here' });
  expect(imageFiles.get('e.jpg')).toEqual({ problem: 'the file is empty' });
});

test('a PNG of which a byte was changed is damaged', async () => {
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#6B1221' } })
    .png()
    .toBuffer();
  png[png.length - 20] = (png.at(-20) ?? 0) ^ 0xff;
  await writeFile(join(root, 'a.png'), png);
  const { imageFiles } = await inspectImages(root, { images: ['a.png'] });
  expect(imageFiles.get('a.png')).toEqual({ problem: 'a part of it is damaged (its checksum does not fit)' });
});

test('a file is looked at again only when it changed', async () => {
  const image = (width: number) =>
    sharp({ create: { width, height: 10, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
  await writeFile(join(root, 'a.png'), await image(10));
  const look = async () => (await inspectImages(root, { images: ['a.png'] })).imageFiles.get('a.png');
  const first = await look();
  expect(await look()).toBe(first);
  await writeFile(join(root, 'a.png'), await image(11));
  await utimes(join(root, 'a.png'), 1, 1);
  expect(await look()).toMatchObject({ width: 11 });
});

test('an image of which a part is missing, and one that moves, are known for it', async () => {
  const noise = {
    create: { width: 300, height: 200, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  } as const;
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const whole = await sharp({ ...noise, create: { ...noise.create, background: '#000' } })
      .toFormat(format)
      .toBuffer();
    await writeFile(join(root, `whole.${format}`), whole);
    await writeFile(join(root, `cut.${format}`), whole.subarray(0, whole.length / 2));
  }
  const frame = (background: string) =>
    sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer();
  const frames = await Promise.all([frame('#fff'), frame('#000')]);
  await writeFile(
    join(root, 'moving.webp'),
    await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer(),
  );
  const formats = ['jpeg', 'png', 'webp', 'avif'];
  const images = [
    ...formats.map((format) => `whole.${format}`),
    ...formats.map((format) => `cut.${format}`),
    'moving.webp',
  ];
  const { imageFiles } = await inspectImages(root, { images });
  for (const format of formats) {
    expect(imageFiles.get(`whole.${format}`)).toMatchObject({ width: 300, frames: 1 });
    expect(imageFiles.get(`cut.${format}`)).toHaveProperty('problem');
  }
  expect(imageFiles.get('moving.webp')).toMatchObject({ frames: 2 });
});

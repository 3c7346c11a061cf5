import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { deriveImage, derivativeWidths, readPixels } from './derive-image.ts';
import { luminanceRange } from './grade.ts';

const whole = { x: 0, y: 0, width: 1, height: 1 };
const part = { x: 0.4, y: 0.2, width: 0.25, height: 0.4 };
const satin = (name: string): Promise<Buffer> => readFile(`images/satin/${name}.jpg`);

test('widths are 720, 960 and 1600, never wider than the crop, and the crop itself is the widest', () => {
  expect(derivativeWidths(2400)).toEqual([720, 960, 1600]);
  expect(derivativeWidths(1200)).toEqual([720, 960, 1200]);
  expect(derivativeWidths(1000)).toEqual([720, 1000]);
  expect(derivativeWidths(300)).toEqual([300]);
});

test('a crop becomes AVIF and WebP in each width and one JPEG, with its size and mean colour', async () => {
  const { value, files } = await deriveImage({
    source: await satin('wine-29'),
    crop: { ...part, width: 0.5 },
    grade: 'none',
    name: 'assets/images/wine-29.0',
  });
  expect(value).toMatchObject({ width: 1200, height: 600 });
  expect(value.colour).toMatch(/^#[0-9a-f]{6}$/);
  expect(value.derivatives.map(({ format, width }) => `${format} ${width}`).toSorted()).toEqual([
    'avif 1200',
    'avif 720',
    'avif 960',
    'jpeg 960',
    'webp 1200',
    'webp 720',
    'webp 960',
  ]);
  for (const [index, file] of files.entries()) {
    const derivative = value.derivatives[index];
    expect(derivative).toMatchObject({ path: file.path, bytes: file.bytes.length });
    expect(await sharp(file.bytes).metadata()).toMatchObject({ width: derivative?.width });
  }
});

test.each([
  ['gold-11', 'dark', 0, 0.15],
  ['ivory-23', 'dark', 0, 0.15],
  ['wine-29', 'light', 0.22, 1],
  ['ink-5', 'light', 0.22, 1],
] as const)(
  '%s graded %s: every pixel of every decoded file has a luminance from %d to %d',
  async (name, grade, lowest, highest) => {
    const { files } = await deriveImage({ source: await satin(name), crop: part, grade, name: 'x' });
    for (const file of files) {
      const { darkest, brightest } = luminanceRange(await readPixels(sharp(file.bytes)));
      expect(darkest, file.path).toBeGreaterThanOrEqual(lowest);
      expect(brightest, file.path).toBeLessThanOrEqual(highest + 1e-9);
    }
  },
);

test('the same picture gives the same bytes', async () => {
  const task = { source: await satin('emerald-7'), crop: { ...part, width: 0.1 }, grade: 'dark', name: 'x' } as const;
  expect(await deriveImage(task)).toEqual(await deriveImage(task));
});

test('transparency stays in AVIF and WebP; the JPEG stands on paper', async () => {
  const source = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const { files } = await deriveImage({ source, crop: whole, grade: 'none', name: 'x' });
  const corners = await Promise.all(
    files.map(async ({ path, bytes }) => {
      const { data, channels } = await readPixels(sharp(bytes));
      return [path, ...data.subarray(0, channels)] as const;
    }),
  );
  const paper = [255, 253, 249].map((byte) => expect.closeTo(byte, -1));
  expect(Object.fromEntries(corners.map(([path, ...corner]) => [path, corner]))).toEqual({
    'x.40.avif': [expect.any(Number), expect.any(Number), expect.any(Number), 0],
    'x.40.webp': [expect.any(Number), expect.any(Number), expect.any(Number), 0],
    'x.40.jpg': paper,
  });
});

test('a picture that was turned by its camera is cropped as people see it', async () => {
  const flat = sharp({ create: { width: 60, height: 30, channels: 3, background: '#6B1221' } });
  const source = await flat.withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { value } = await deriveImage({ source, crop: whole, grade: 'none', name: 'x' });
  expect([value.width, value.height]).toEqual([30, 60]);
});

test('bytes that are no picture are refused', async () => {
  await expect(
    deriveImage({ source: Buffer.from('not a picture'), crop: whole, grade: 'none', name: 'x' }),
  ).rejects.toThrow(/unsupported image format/);
});

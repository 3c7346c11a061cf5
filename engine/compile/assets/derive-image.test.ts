import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createImageInspector, cropImage, type ImageLook, type ImageInput, readPixels } from './derive-image.ts';
import { type Derivative, listDerivativeWidths, listDerivatives } from './image-settings.ts';
import { measureLuminance, computeMeanColour } from './grade.ts';

const ground = '#FFFDF9';
const whole = { x: 0, y: 0, width: 1, height: 1 };
const part = { x: 0.4, y: 0.2, width: 0.25, height: 0.4 };
const satin = (name: string): Promise<Buffer> => readFile(`images/satin/${name}.jpg`);

interface MadeFile extends Derivative {
  readonly bytes: Uint8Array;
}

/** The manifest entry of a crop, and all its files. */
async function derive(image: ImageInput): Promise<{ readonly look: ImageLook; readonly files: MadeFile[] }> {
  const look = await (await createImageInspector(image.source))(image);
  const cropped = await cropImage(image);
  const files: MadeFile[] = [];
  for (const file of listDerivatives(look)) files.push({ ...file, bytes: await cropped.encode(file) });
  return { look, files };
}

test('widths are 720, 960 and 1600, never wider than the crop, and the crop itself is the widest', () => {
  expect(listDerivativeWidths(2400)).toEqual([720, 960, 1600]);
  expect(listDerivativeWidths(1200)).toEqual([720, 960, 1200]);
  expect(listDerivativeWidths(1000)).toEqual([720, 1000]);
  expect(listDerivativeWidths(300)).toEqual([300]);
});

test('a crop becomes AVIF and WebP in each width and one JPEG, with its size and mean colour', async () => {
  const { look, files } = await derive({
    source: await satin('wine-29'),
    crop: { ...part, width: 0.5 },
    grade: 'none',
    ground,
  });
  expect(look).toMatchObject({ width: 1200, height: 600 });
  expect(files.map(({ format, width }) => `${format} ${width}`).toSorted()).toEqual([
    'avif 1200',
    'avif 720',
    'avif 960',
    'jpeg 960',
    'webp 1200',
    'webp 720',
    'webp 960',
  ]);
  for (const { width, bytes } of files) expect(await sharp(bytes).metadata()).toMatchObject({ width });
});

test('What pages state about an image before it is encoded is true for its files: size, and a similar mean colour', async () => {
  const image = { source: await satin('gold-11'), crop: part, grade: 'dark', ground } as const;
  const { look, files } = await derive(image);
  const widest = await readPixels(sharp(files.findLast(({ format }) => format === 'webp')?.bytes));
  expect([look.width, look.height]).toEqual([widest.width, widest.height]);
  const colour = computeMeanColour(widest);
  for (const at of [1, 3, 5])
    expect(Number.parseInt(look.colour.slice(at, at + 2), 16)).toBeCloseTo(
      Number.parseInt(colour.slice(at, at + 2), 16),
      -1,
    );
});

test.each([
  ['gold-11', 'dark', 0, 0.15],
  ['ivory-23', 'dark', 0, 0.15],
  ['wine-29', 'light', 0.22, 1],
  ['ink-5', 'light', 0.22, 1],
] as const)(
  '%s graded %s: every pixel of every decoded file has a luminance from %d to %d',
  async (name, grade, lowest, highest) => {
    const { files } = await derive({ source: await satin(name), crop: part, grade, ground });
    for (const { format, width, bytes } of files) {
      const { darkest, brightest } = measureLuminance(await readPixels(sharp(bytes)));
      expect(darkest, `${format} ${width}`).toBeGreaterThanOrEqual(lowest);
      expect(brightest, `${format} ${width}`).toBeLessThanOrEqual(highest + 1e-9);
    }
  },
);

test('the same image gives the same bytes', async () => {
  const image = { source: await satin('emerald-7'), crop: { ...part, width: 0.1 }, grade: 'dark', ground } as const;
  expect(await derive(image)).toEqual(await derive(image));
});

test('transparency stays in AVIF and WebP; the JPEG is on the ground of the brand', async () => {
  const source = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const { files } = await derive({ source, crop: whole, grade: 'none', ground });
  const corners = await Promise.all(
    files.map(async ({ format, bytes }) => {
      const { data, channels } = await readPixels(sharp(bytes));
      return [format, ...data.subarray(0, channels)] as const;
    }),
  );
  const paper = [255, 253, 249].map((byte) => expect.closeTo(byte, -1));
  expect(Object.fromEntries(corners.map(([format, ...corner]) => [format, corner]))).toEqual({
    avif: [expect.any(Number), expect.any(Number), expect.any(Number), 0],
    webp: [expect.any(Number), expect.any(Number), expect.any(Number), 0],
    jpeg: paper,
  });
});

test('an image that was turned by its camera is cropped as people see it', async () => {
  const flat = sharp({ create: { width: 60, height: 30, channels: 3, background: '#6B1221' } });
  const source = await flat.withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { look, files } = await derive({ source, crop: whole, grade: 'none', ground });
  expect([look.width, look.height]).toEqual([30, 60]);
  for (const { bytes } of files) expect(await sharp(bytes).metadata()).toMatchObject({ width: 30, height: 60 });
});

test('bytes that are not an image are refused', async () => {
  const image = { source: Buffer.from('not an image'), crop: whole, grade: 'none', ground } as const;
  await expect(createImageInspector(image.source)).rejects.toThrow(/unsupported image format/);
  await expect(cropImage(image)).rejects.toThrow(/unsupported image format/);
});

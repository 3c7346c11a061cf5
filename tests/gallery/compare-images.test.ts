import sharp from 'sharp';
import { expect, test } from 'vitest';
import { compareImages } from './compare-images.ts';

const page = (extra: string, height = 300): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="${height}"><rect width="200" height="${height}" fill="#f6f1e9"/><circle cx="80" cy="90" r="50" fill="#6b1221"/>${extra}</svg>`,
    ),
  )
    .png()
    .toBuffer();

test('The same page differs nowhere, also after another compression', async () => {
  const one = await page('');
  const compressed = await sharp(one).jpeg({ quality: 72 }).toBuffer();
  expect(await compareImages(one, one)).toEqual({ pixels: 0, marked: null });
  expect(await compareImages(one, compressed)).toEqual({ pixels: 0, marked: null });
});

test('A colour one step off and a moved element differ, and are marked', async () => {
  const one = await page('<rect x="20" y="200" width="40" height="20" fill="#14120f"/>');
  const moved = await page('<rect x="30" y="200" width="40" height="20" fill="#14120f"/>');
  const { pixels, marked } = await compareImages(one, moved);
  expect(pixels).toBe(2 * 10 * 20);
  expect(await sharp(marked ?? undefined).metadata()).toMatchObject({ format: 'png', width: 200, height: 300 });
});

test('A page that grew differs by all that came', async () => {
  expect((await compareImages(await page(''), await page('', 310))).pixels).toBe(10 * 200);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { normaliseImage } from './normalise-image.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-normalise-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function read(bytes: Uint8Array | string, name = 'picture.png') {
  // The decoder remembers files by their names.
  const file = join(folder, `${(files += 1)}-${name}`);
  await writeFile(file, bytes);
  return normaliseImage(file);
}

const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 107, g: 18, b: 33, alpha: 0.5 } } });
const noise = () =>
  sharp({
    create: {
      width: 200,
      height: 120,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

/** A PNG that says how large it is, and holds as good as nothing. */
function createPng(width: number, height: number, ...extra: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', header), ...extra, chunk('IDAT', deflateSync(Buffer.alloc(1_000))), chunk('IEND')];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

describe('an uploaded file', () => {
  test('loses its metadata, stands upright and is in sRGB', async () => {
    const photo = await flat(40, 30)
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '48/1 8/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(photo.includes('Camera')).toBe(true);
    const outcome = await read(photo, 'photo.jpg');
    if (outcome.code !== 'TAKEN') throw new Error(outcome.reason);
    const { content, format, width, height, hash, thumbnail } = outcome.image;
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 30, height: 40 });
    const { exif, orientation, space } = await sharp(content).metadata();
    expect({ exif, orientation, space }).toEqual({ exif: undefined, orientation: undefined, space: 'srgb' });
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 30, height: 40 });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is what its bytes say, and is stored in a format for what it shows', async () => {
    const formats = async (bytes: Buffer) => {
      const outcome = await read(bytes, 'photo.txt');
      return outcome.code === 'TAKEN' ? outcome.image.format : outcome.reason;
    };
    expect(await formats(await flat(8, 8).png().toBuffer())).toBe('png');
    expect(await formats(await flat(8, 8).webp().toBuffer())).toBe('jpeg');
    expect(await formats(await flat(8, 8, 4).webp().toBuffer())).toBe('webp');
    expect(await formats(await flat(8, 8).avif().toBuffer())).toBe('jpeg');
  });

  test('is scaled down to what pages can show', async () => {
    const outcome = await read(await flat(5_000, 1_000).png().toBuffer());
    expect(outcome).toMatchObject({ code: 'TAKEN', image: { width: 4_000, height: 800 } });
  });

  test.each([
    ['empty', ''],
    ['svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['svg', '\uFEFF<svg viewBox="0 0 1 1"/>'],
    ['format', 'PK\u0003\u0004 a zip whose name ends with .png'],
    ['format', 'GIF89a'],
    ['format', '%PDF-1.7'],
    ['heic', '\0\0\0\u0018ftypheic\0\0\0\0heicmif1'],
    ['video', '\0\0\0\u0018ftypisom\0\0\0\0mp42avc1'],
    ['video', '\u001aE\u00df\u00a3 a WebM whose name ends with .webp'],
    ['animated', '\0\0\0\u0018ftypavis\0\0\0\0avismif1'],
    ['damaged', 'RIFF\u0010\0\0\0WEBPVP8 nothing'],
  ])('is refused as %s: %j', async (reason, content) => {
    expect(await read(Buffer.from(content, content.startsWith('\uFEFF') ? 'utf8' : 'latin1'))).toEqual({
      code: 'REFUSED',
      reason,
    });
  });

  test('that would take gigabytes to decode is refused by its header', async () => {
    const started = performance.now();
    expect(await read(createPng(60_000, 60_000))).toEqual({ code: 'REFUSED', reason: 'pixels' });
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('that moves is refused in each format', async () => {
    expect(await read(createPng(8, 8, chunk('acTL', Buffer.alloc(8))))).toEqual({
      code: 'REFUSED',
      reason: 'animated',
    });
    const frames = await Promise.all([flat(8, 8).png().toBuffer(), noise().resize(8, 8).png().toBuffer()]);
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect(await read(moving)).toEqual({ code: 'REFUSED', reason: 'animated' });
  });

  test('whose end is missing is refused', async () => {
    for (const whole of [
      await noise().jpeg().toBuffer(),
      await noise().png().toBuffer(),
      await noise().webp().toBuffer(),
    ])
      expect(await read(whole.subarray(0, Math.floor(whole.length / 2)))).toEqual({
        code: 'REFUSED',
        reason: 'damaged',
      });
  });
});

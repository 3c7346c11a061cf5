import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GRADES_FILE } from '#engine/documents/read-project.ts';
import type { GradedCrop } from '#engine/documents/types.ts';
import { inspectGrades, writeGrades } from './inspect-grades.ts';
import { InspectionCache } from './inspection-cache.ts';
import { holdsGrade } from './measure-grade.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vitrine-grades-'));
  mkdirSync(join(root, 'images'));
});
afterEach(() => rmSync(root, { recursive: true }));

const whole = { x: 0, y: 0, width: 1, height: 1 };
const makeCrop = (name: string, grade: GradedCrop['grade'] = 'dark'): GradedCrop => ({
  src: `images/${name}.png`,
  grade,
  crop: whole,
});
const writeImage = async (name: string, isWhite: () => boolean): Promise<void> => {
  const data = Uint8Array.from({ length: 16 * 16 }, () => (isWhite() ? 255 : 0));
  const image = sharp(data, { raw: { width: 16, height: 16, channels: 1 } });
  writeFileSync(join(root, 'images', `${name}.png`), await image.png().toBuffer());
};
/** Whether a pixel of a grain is white, without any order that an encoder could follow. */
let seed = 7;
function grain(): boolean {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return seed > 0x3fffffff;
}

async function inspect(...crops: readonly GradedCrop[]) {
  const memory = new InspectionCache(root);
  const found = await inspectGrades(crops, { root, ground: '#FFFFFF', memory, cacheDir: join(root, 'cache') });
  memory.save();
  return found;
}

test('A crop that an encoder pushes over the limit of its grade is found, and the others are known to hold it', async () => {
  await writeImage('grain', grain);
  await writeImage('plain', () => true);
  const { crossing, held } = await inspect(makeCrop('grain'), makeCrop('plain'), makeCrop('gone'));
  expect(crossing).toEqual([makeCrop('grain')]);
  expect([...held.keys()]).toEqual(['images/plain.png']);
});

test('A cache that cannot be written hinders no measurement, and a picture that cannot be read is no picture that holds its grade', async () => {
  await writeImage('plain', () => true);
  writeFileSync(join(root, 'cache'), 'no folder');
  expect((await inspect(makeCrop('plain'))).held.size).toBe(1);
  const places = { roots: [root], cacheDir: join(root, 'other'), digest: '0'.repeat(64) };
  await expect(holdsGrade({ ...makeCrop('gone'), ground: '#FFFFFF' }, places)).rejects.toThrow('ENOENT');
  writeFileSync(join(root, 'images/broken.png'), 'no picture');
  expect(await holdsGrade({ ...makeCrop('broken'), ground: '#FFFFFF' }, places)).toBe(true);
});

test('The files that are measured are there for the build, and nothing is measured twice', async () => {
  await writeImage('plain', () => true);
  await inspect(makeCrop('plain'));
  const folder = join(root, 'cache/assets/images');
  expect(readdirSync(folder).map((file) => file.split('.').at(-1))).toEqual(['avif', 'jpg', 'webp']);
  rmSync(folder, { recursive: true });
  expect((await inspect(makeCrop('plain'))).crossing).toEqual([]);
  expect(() => readdirSync(folder)).toThrow('ENOENT');
});

test('What the project remembers holds in a clean checkout, until the image or the grade changes', async () => {
  await writeImage('plain', () => true);
  await writeGrades(root, await inspect(makeCrop('plain')));
  expect(JSON.parse(readFileSync(join(root, GRADES_FILE), 'utf8'))).toEqual({
    'images/plain.png': [expect.stringMatching(/^[0-9a-f]{12}$/)],
  });
  for (const folder of ['cache', '.cache']) rmSync(join(root, folder), { recursive: true });
  await inspect(makeCrop('plain'));
  expect(() => readdirSync(join(root, 'cache'))).toThrow('ENOENT');
  await writeImage('plain', grain);
  expect((await inspect(makeCrop('plain'))).crossing).toEqual([makeCrop('plain')]);
});

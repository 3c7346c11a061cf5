import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { INSPECTION_CACHE, InspectionCache } from './inspection-cache.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vitrine-seen-'));
});
afterEach(() => rm(root, { recursive: true }));

const isNumber = (value: unknown): value is number => typeof value === 'number';
const seen = async (bytes: string, value: number): Promise<number> => {
  const memory = new InspectionCache(root);
  const answer = await memory.recall(bytes, isNumber, () => Promise.resolve(value));
  memory.save();
  return answer;
};

test('The same bytes are looked at once, whichever process asks, and others for themselves', async () => {
  expect([await seen('a', 1), await seen('a', 2), await seen('b', 3), await seen('b', 4)]).toEqual([1, 1, 3, 3]);
});

test('What was not asked for again is forgotten', async () => {
  await seen('a', 1);
  await seen('b', 2);
  expect(await seen('a', 3)).toBe(3);
});

test('Checking a part only leaves the rest, even what was stored meanwhile', async () => {
  const part = new InspectionCache(root);
  await part.recall('part', isNumber, () => Promise.resolve(1));
  await seen('a', 2);
  part.save('keep');
  const all = new InspectionCache(root);
  const fail = (): Promise<number> => Promise.reject(new Error('It is known.'));
  expect([await all.recall('a', isNumber, fail), await all.recall('part', isNumber, fail)]).toEqual([2, 1]);
});

test('Another library looks anew, and what is damaged or no value counts as never seen', async () => {
  await seen('a', 1);
  await writeFile(join(root, 'package-lock.json'), '{}');
  expect(await seen('a', 2)).toBe(2);
  const text = await readFile(join(root, INSPECTION_CACHE), 'utf8');
  await writeFile(join(root, INSPECTION_CACHE), text.replace(':2}', ':"2"}'));
  expect(await seen('a', 3)).toBe(3);
  await writeFile(join(root, INSPECTION_CACHE), text.slice(0, -3));
  expect(await seen('a', 4)).toBe(4);
});

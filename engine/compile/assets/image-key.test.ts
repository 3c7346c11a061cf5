import { expect, test } from 'vitest';
import { buildImageKeys } from './image-key.ts';

const src = 'images/satin/wine-29.jpg';

test('references that mean the same image share a key, whether defaults are written out or not', () => {
  const written = buildImageKeys({ grade: 'none', crop: { height: 1, width: 1, y: 0, x: 0 }, src });
  expect(written).toEqual(buildImageKeys({ src }));
});

test('another crop or another grade is another image', () => {
  const crop = { x: 0.2, y: 0, width: 0.5, height: 1 };
  const keys = [{ src }, { src, crop }, { src, grade: 'dark' as const }, { src, crop, grade: 'dark' as const }];
  expect(new Set(keys.map((reference) => buildImageKeys(reference).main)).size).toBe(4);
});

test('a narrow crop has a key of its own with the same grade; without one there is none', () => {
  const narrow = { x: 0.5, y: 0.1, width: 0.25, height: 0.5 };
  expect(buildImageKeys({ src, narrow, grade: 'dark' }).narrow).toBe(`${src}?crop=0.5,0.1,0.25,0.5&grade=dark`);
  expect(buildImageKeys({ src }).narrow).toBeNull();
});

import { expect, test } from 'vitest';
import { gradeLimits, gradePixels, keepsGrade, measureLuminance, computeMeanColour, type Pixels } from './grade.ts';

function row(...colours: readonly (readonly [number, number, number])[]): Pixels {
  return { data: Uint8Array.from(colours.flat()), width: colours.length, height: 1, channels: 3 };
}

const tones = row([0, 0, 0], [107, 18, 33], [200, 167, 102], [246, 241, 233], [255, 255, 255]);

test('relative luminance is 0 for black, 1 for white and 0.2126 for pure red (WCAG 2.2)', () => {
  expect(measureLuminance(row([0, 0, 0], [255, 255, 255]))).toEqual({ darkest: 0, brightest: expect.closeTo(1, 10) });
  expect(measureLuminance(row([255, 0, 0])).brightest).toBeCloseTo(0.2126, 10);
});

test('dark: the brightest pixel ends at luminance 0.15, and brighter stays brighter', () => {
  const graded = gradePixels(tones, measureLuminance(tones), 'dark', 0);
  expect(measureLuminance(graded).brightest).toBeGreaterThan(gradeLimits.dark - 0.005);
  expect(measureLuminance(graded).brightest).toBeLessThan(gradeLimits.dark + 0.002);
  const red = [...graded.data].filter((_, index) => index % 3 === 0);
  expect(red).toEqual(red.toSorted((one, other) => one - other));
});

test('light: the darkest pixel ends at luminance 0.22 and white stays white', () => {
  const graded = gradePixels(tones, measureLuminance(tones), 'light', 0);
  expect(measureLuminance(graded).darkest).toBeCloseTo(gradeLimits.light, 2);
  expect(Array.from(graded.data.subarray(-3))).toEqual([255, 255, 255]);
});

test('an image that keeps to the limit already is not touched, and the given pixels never are', () => {
  const night = row([20, 18, 15], [60, 50, 45]);
  expect(gradePixels(night, measureLuminance(night), 'dark', 0.04)).toEqual(night);
  const before = [...tones.data];
  gradePixels(tones, measureLuminance(tones), 'dark', 0.04);
  expect([...tones.data]).toEqual(before);
});

test('the limits belong to their grade: bright pixels break dark, dark pixels break light, nothing breaks none', () => {
  const range = { darkest: 0.1, brightest: 0.5 };
  expect(keepsGrade(range, 'dark')).toBe(false);
  expect(keepsGrade(range, 'light')).toBe(false);
  expect(keepsGrade(range, 'none')).toBe(true);
  expect(keepsGrade({ darkest: 0, brightest: 0.15 }, 'dark')).toBe(true);
  expect(keepsGrade({ darkest: 0.22, brightest: 1 }, 'light')).toBe(true);
});

test('the mean colour is taken in linear light: half black, half white is #bcbcbc', () => {
  expect(computeMeanColour(row([0, 0, 0], [255, 255, 255]))).toBe('#bcbcbc');
});

test('transparent pixels do not colour the mean', () => {
  expect(
    computeMeanColour({ data: Uint8Array.from([255, 0, 0, 0, 107, 18, 33, 255]), width: 2, height: 1, channels: 4 }),
  ).toBe('#6b1221');
});

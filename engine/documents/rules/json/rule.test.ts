import { expect, test } from 'vitest';
import { checkSmall, swap } from '#tests/helpers/small-project.ts';

const file = 'pages-config/pages/about-us.json';
const found = (change: (text: string) => string) =>
  checkSmall({ [file]: change }).filter((finding) => finding.file === file);

test('A comma after the last property is reported at its place, and nothing else is guessed', () => {
  expect(found(swap('"version": 4,', '"version": 4,,'))).toEqual([
    expect.objectContaining({ rule: 'json', line: 3, column: 16 }),
  ]);
});

test('Comments are not allowed', () => {
  const [finding] = found(swap('"version": 4,', '"version": 4, // first'));
  expect(finding).toMatchObject({ rule: 'json', line: 3, column: 17 });
  expect(finding?.message).toContain('comments are not allowed');
});

test('A key that appears twice is reported at the second one', () => {
  expect(found(swap('"version": 4,', '"version": 4,\n  "version": 4,'))).toEqual([
    expect.objectContaining({ rule: 'json', line: 4, column: 3, path: 'version' }),
  ]);
});

test('Keys that reach the prototype of an object are refused', () => {
  for (const key of ['__proto__', 'constructor', 'prototype']) {
    const [finding, ...others] = found(swap('"version": 4,', `"version": 4, "${key}": { "polluted": true },`));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ rule: 'json', line: 3, column: 17, found: JSON.stringify(key) });
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('Half a surrogate pair is not a character', () => {
  expect(found(swap('"/about-us"', '"/about-us\\ud800"'))[0]).toMatchObject({ rule: 'json', line: 4 });
});

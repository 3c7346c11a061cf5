import { expect, test } from 'vitest';
import { checkSmall, swap } from '#tests/helpers/small-project.ts';

test('A named link that the site document does not have is reported with the nearest name', () => {
  expect(checkSmall({ 'pages-config/fragments/header.json': swap('link:login', 'link:logn') })).toEqual([
    expect.objectContaining({ rule: 'unknown-link', line: 9, suggestion: 'link:login', expected: 'one of login' }),
  ]);
});

test('A named link cannot lead to another one', () => {
  expect(checkSmall({ 'pages-config/site.json': swap('"https://www.example.com/login"', '"link:login"') })).toEqual([
    expect.objectContaining({ rule: 'unknown-link', path: 'links.login' }),
  ]);
});

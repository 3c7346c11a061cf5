import { expect, test } from 'vitest';
import { checkSmall, swap } from '#tests/helpers/small-project.ts';

const header = 'pages-config/fragments/header.json';

const findings = (target: string) =>
  checkSmall({ [header]: swap('"to": "pages/about-us"', `"to": ${JSON.stringify(target)}`) });

test.each([
  ['pages/about-us?a=1?b=2', 'a second "?"', 'pages/about-us?a=1&b=2'],
  ['pages/about-us?=1', 'no name', 'utm_source='],
  ['pages/about-us?', 'no name', 'utm_source='],
  ['pages/about-us?a=1&', 'no name', 'utm_source='],
  ['pages/about-us?a=1&amp;b=2', 'how HTML writes', 'pages/about-us?a=1&b=2'],
  ['pages/about-us?a=1&a=2', 'twice', 'once'],
  ['pages/about-us?utm_sorce=letter', 'do not know', 'utm_source'],
  ['pages/about-us?a=10%', 'begins the code', 'pages/about-us?a=10%25'],
  ['pages/about-us#about?a=1', 'behind the anchor', 'pages/about-us?a=1#about'],
  ['https://www.example.com/a?b=1?c=2', 'a second "?"', 'https://www.example.com/a?b=1&c=2'],
])('The link %s gives one finding, which %s', (target, says, expected) => {
  const [finding, ...others] = findings(target);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'link-query', file: header, line: 8 });
  expect(finding?.message).toContain(says);
  expect(finding?.expected).toContain(expected);
});

test.each([
  'pages/about-us?utm_source=letter&utm_medium=mail#about',
  'pages/about-us?preview&a=%3F',
  'https://www.example.com/a?list[]=1&list[]=2&own=x#/path?y',
  'mailto:team@example.com?subject=Hello',
])('The link %s is right', (target) => {
  expect(findings(target)).toEqual([]);
});

import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const link = (target: string) => ({
  'pages-config/fragments/header.json': swap('"pages/about-us"', JSON.stringify(target)),
});

const refused = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'blob:https://www.example.com/x',
  'vbscript:x',
  '//evil.example',
  '/\\evil.example',
  'http://www.example.com/',
  'https://evil.example/',
  'https://www.example.com@evil.example/',
  'https://www.example.com.evil.example/',
  'https:\\\\evil.example',
];

test.each(refused)('The link %j is refused, and reported once', (target) => {
  expect(shortFindings(link(target))).toEqual(['unsafe-url fragments/header.json blocks[0].nav[0].to']);
});

test.each([
  'https://www.example.com/a?b=c#d',
  'mailto:post@example.com',
  'tel:+49891234',
  'landings/default?rc=A#steps',
])('The link %j is allowed', (target) => {
  expect(shortFindings(link(target))).toEqual([]);
});

test('A host is allowed by the site document, which the finding says', () => {
  const [finding] = checkSmall(link('https://shop.example.org/'));
  expect(finding?.message).toContain('navigation.allowedHosts');
  expect(
    shortFindings({
      ...link('https://shop.example.org/'),
      'pages-config/site.json': swap('["www.example.com"]', '["www.example.com", "*.example.org"]'),
    }),
  ).toEqual([]);
});

test('A host that many links lead to and that is not allowed is one finding, at the list of hosts', () => {
  const partner = (name: string) => `"${name}": "https://partner.example/${name}"`;
  const links = swap('"links": {', `"links": { ${['one', 'two', 'three'].map(partner).join(', ')},`);
  expect(shortFindings({ 'pages-config/site.json': links })).toEqual(['unsafe-url site.json navigation.allowedHosts']);
});

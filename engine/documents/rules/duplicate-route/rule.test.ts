import { expect, test } from 'vitest';
import { checkSmall, shortFindings, smallProject, swap } from '#tests/helpers/small-project.ts';

test('Two pages cannot answer the same path', () => {
  const text = smallProject().layers[0]?.files.get('pages-config/pages/about-us.json') ?? '';
  const [finding, ...others] = checkSmall({ 'pages-config/pages/zebra.json': text });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    rule: 'duplicate-route',
    file: 'pages-config/pages/zebra.json',
    line: 4,
    path: 'route',
  });
});

test('A slug cannot be the path of a page', () => {
  expect(
    shortFindings({ 'pages-config/landings/summer.json': swap('"slug": "summer"', '"slug": "about-us"') }),
  ).toEqual(['duplicate-route landings/summer.json slug']);
});

test('A former address that a document has again is a mistake of the redirect', () => {
  const redirects = (from: string) => ({
    'pages-config/site.json': swap('"claims": {', `"redirects": { "${from}": "pages/about-us" }, "claims": {`),
  });
  expect(shortFindings(redirects('/summer'))).toEqual(['duplicate-route site.json redirects["/summer"]']);
  expect(shortFindings(redirects('/about-us'))).toEqual(['duplicate-route site.json redirects["/about-us"]']);
  expect(shortFindings(redirects('/summer-2024'))).toEqual([]);
});

test('The start page belongs to the default landing', () => {
  expect(shortFindings({ 'pages-config/pages/about-us.json': swap('"/about-us"', '"/"') })).toEqual([
    'duplicate-route pages/about-us.json route',
  ]);
});

test('An address in a language belongs to one document, which may have it in several languages', () => {
  const german = (address: string) => ({
    'pages-config/pages/about-us.json': swap(
      '"/about-us"',
      `"/about-us", "addresses": { "de": "${address}", "nl": "${address}" }`,
    ),
  });
  expect(shortFindings(german('/ueber'))).toEqual([]);
  expect(shortFindings(german('/about-us'))).toEqual([]);
  expect(shortFindings(german('/summer'))).toEqual([
    'duplicate-route pages/about-us.json addresses.de',
    'duplicate-route pages/about-us.json addresses.nl',
  ]);
  expect(shortFindings(german('/de/ueber'))).toEqual([
    'shadowed-route pages/about-us.json addresses.de',
    'shadowed-route pages/about-us.json addresses.nl',
  ]);
});

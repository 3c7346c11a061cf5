import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

test('A link to a document that does not exist is reported with the nearest id', () => {
  const [finding, ...others] = checkSmall({
    'pages-config/fragments/header.json': swap('pages/about-us', 'pages/about-su'),
  });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'unknown-document', line: 8, suggestion: 'pages/about-us' });
});

test('A path is not a document id', () => {
  expect(checkSmall({ 'pages-config/fragments/header.json': swap('pages/about-us', '/about-us') })).toEqual([
    expect.objectContaining({ rule: 'unknown-document', suggestion: 'pages/about-us' }),
  ]);
});

test('A landing without a slug has no address to link to', () => {
  const findings = checkSmall({
    'pages-config/landings/summer.json': swap('  "slug": "summer",\n', ''),
    'pages-config/fragments/header.json': swap('pages/about-us', 'landings/summer'),
  });
  expect(findings.map(({ message }) => message)).toEqual([
    'The landing "landings/summer" has no slug, so no link can lead to it.',
  ]);
});

test('A variant extends a landing that exists', () => {
  expect(
    shortFindings({ 'pages-config/landings/summer.json': swap('landings/default', 'landings/defalt') }).filter(
      (finding) => !finding.startsWith('unused'),
    ),
  ).toEqual(['unknown-document landings/summer.json extends']);
  expect(shortFindings({ 'pages-config/landings/summer.json': swap('landings/default', 'pages/about-us') })).toContain(
    'unknown-document landings/summer.json extends',
  );
});

test('The documents that the engine sends exist', () => {
  expect(
    shortFindings({ 'pages-config/site.json': swap('"notFound": "pages/not-found"', '"notFound": "pages/notfound"') }),
  ).toEqual(['unknown-document site.json documents.notFound']);
});

test('A page whose file was renamed is one finding at its file, and one without a similar page at the first place', () => {
  const page = readFileSync('tests/invalid-projects/project/pages-config/pages/about-us.json', 'utf8');
  const nav = swap('"login":', '"action": { "label": "site.join", "to": "pages/about-us" },\n      "login":');
  const site = swap('"denied": "pages/not-found"', '"denied": "pages/about-us"');
  const moved = (file: string) =>
    shortFindings({
      'pages-config/pages/about-us.json': null,
      [file]: page,
      'pages-config/fragments/header.json': nav,
      'pages-config/site.json': site,
    });
  expect(moved('pages-config/pages/about-as.json')).toEqual(['unknown-document pages/about-as.json ']);
  expect(moved('pages-config/pages/company.json')).toEqual([
    'unknown-document fragments/header.json blocks[0].nav[0].to',
  ]);
});

test.each(['./about-us.json', 'about-us', '/pages-config/pages/about-us.json'])(
  'A path or a bare name in a link, "%s", is reported with the id that was meant',
  (target) => {
    expect(checkSmall({ 'pages-config/fragments/header.json': swap('"pages/about-us"', `"${target}"`) })).toEqual([
      expect.objectContaining({ rule: 'unknown-document', suggestion: 'pages/about-us' }),
    ]);
  },
);

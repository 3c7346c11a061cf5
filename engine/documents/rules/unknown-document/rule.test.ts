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

import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const slug = (name: string) => ({ 'pages-config/landings/summer.json': swap('"slug": "summer"', `"slug": "${name}"`) });

test('A slug that the server answers itself is never reached', () => {
  const [finding, ...others] = checkSmall(slug('assets'));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'shadowed-route', line: 4, column: 11, found: '"assets"' });
});

test('A slug cannot be a language', () => {
  expect(shortFindings(slug('pl'))).toEqual(['shadowed-route landings/summer.json slug']);
});

test('A slug cannot be the first part of the path of a page', () => {
  expect(shortFindings(slug('error'))).toEqual(['shadowed-route landings/summer.json slug']);
});

test.each(['/api/old', '/pl/old'])('The former address %s is never reached', (address) => {
  const write = `"redirects": { "${address}": "pages/about-us" }, "claims": {`;
  expect(shortFindings({ 'pages-config/site.json': swap('"claims": {', write) })).toEqual([
    `shadowed-route site.json redirects["${address}"]`,
  ]);
});

test('A page below a reserved prefix is never reached', () => {
  expect(shortFindings({ 'pages-config/pages/about-us.json': swap('"/about-us"', '"/api/about"') })).toEqual([
    'shadowed-route pages/about-us.json route',
  ]);
});

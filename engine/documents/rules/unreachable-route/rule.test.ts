import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const page = 'pages-config/pages/about-us.json';

test('A slash at the end or a doubled one makes a page unreachable; the fix removes it', () => {
  for (const route of ['/about-us/', '/about//us']) {
    const [finding, ...others] = checkSmall({ [page]: swap('"/about-us"', `"${route}"`) });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ rule: 'unreachable-route', line: 4, path: 'route' });
    expect(finding?.fix?.text).toBe(`"${route === '/about-us/' ? '/about-us' : '/about/us'}"`);
  }
});

test('The start page is a slash', () => {
  expect(shortFindings({ [page]: swap('"/about-us"', '"/"') })).not.toContain(
    expect.stringContaining('unreachable-route'),
  );
});

const landing = 'pages-config/landings/default.json';
const site = 'pages-config/site.json';
const german = swap('"/about-us"', '"/about-us",\n  "addresses": { "de": "/ueber-uns" }');

test('An address in a language is one; of the start page, or where addresses name no language, it is never used', () => {
  expect(shortFindings({ [page]: german })).toEqual([]);
  expect(checkSmall({ [landing]: swap('"layout"', '"addresses": { "de": "/start" },\n  "layout"') })).toMatchObject([
    { rule: 'unreachable-route', file: landing, path: 'addresses.de' },
  ]);
  const withSlug = swap('"layout"', '"slug": "start", "addresses": { "de": "/anfang" },\n  "layout"');
  expect(checkSmall({ [landing]: withSlug })).toMatchObject([{ rule: 'unreachable-route', path: 'addresses.de' }]);
  expect(checkSmall({ [page]: german, [site]: swap('"strategy": "prefix"', '"strategy": "no_prefix"') })).toMatchObject(
    [{ rule: 'unreachable-route', file: page, path: 'addresses.de' }],
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalPath, escapeLocationPath, queryValue, splitUrl } from './split-url.ts';

test('a URL is split at its first question mark and its first hash', () => {
  expect(splitUrl('/a/b?c=d?e#f?g#h')).toEqual({ path: '/a/b', query: 'c=d?e', hash: 'f?g#h' });
  expect(splitUrl('/a#b?c')).toEqual({ path: '/a', query: '', hash: 'b?c' });
  expect(splitUrl('')).toEqual({ path: '', query: '', hash: '' });
});

test('query values read as URLSearchParams reads them', () => {
  const pair = fc.tuple(
    fc.constantFrom('lang', 'rc', 'xlang', 'langx', 'lan', ''),
    fc.oneof(fc.string(), fc.constantFrom('%', '%zz', '%C3%BC', 'a+b', '=', 'lang=de')),
  );
  fc.assert(
    fc.property(fc.array(pair), (pairs) => {
      const query = pairs.map(([name, value]) => `${name}=${value.replaceAll(/[&#]/g, '')}`).join('&');
      expect(queryValue(query, 'lang')).toBe(new URLSearchParams(query).get('lang'));
    }),
  );
  expect(queryValue('a&lang', 'lang')).toBe('');
});

test.each([
  ['/', '/'],
  ['/a/', '/a'],
  ['//a///b//', '/a/b'],
  ['////', '/'],
  ['/a/b', '/a/b'],
])('%s has the canonical form %s', (path, expected) => {
  expect(canonicalPath(path)).toBe(expected);
});

test('a path in a Location header cannot leave the site or break the header', () => {
  expect(escapeLocationPath('/\\evil.example')).toBe('/%5Cevil.example');
  expect(escapeLocationPath('/a\r\nb ü\ud800')).toBe('/a%0D%0Ab%20%C3%BC%EF%BF%BD');
  expect(escapeLocationPath('/a%20b/c-d?e=f')).toBe('/a%20b/c-d?e=f');
});

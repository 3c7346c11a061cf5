import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  normalizePath,
  decodeFormValue,
  escapeLocationPath,
  readQueryValue,
  splitUrl,
  withoutParameters,
} from './split-url.ts';

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
      expect(readQueryValue(query, 'lang')).toBe(new URLSearchParams(query).get('lang'));
    }),
  );
  expect(readQueryValue('a&lang', 'lang')).toBe('');
});

test('the first value of a parameter counts, and names are compared whole', () => {
  expect(readQueryValue('lang=de&lang=fr', 'lang')).toBe('de');
  expect(readQueryValue('xlang=fr&langx=it&lang=de', 'lang')).toBe('de');
  expect([readQueryValue('langlang=de', 'lang'), readQueryValue('x=lang', 'lang'), readQueryValue('', 'lang')]).toEqual(
    [null, null, null],
  );
  expect([
    readQueryValue('lang', 'lang'),
    readQueryValue('lang&x=1', 'lang'),
    readQueryValue('lang=&x=1', 'lang'),
  ]).toEqual(['', '', '']);
  expect(readQueryValue('x=1&lang=a%20b+c=d', 'lang')).toBe('a b c=d');
});

test('parameters are taken out by their whole names, the others stay as written', () => {
  const names = ['lang', '_nav'];
  expect(withoutParameters('lang=de&rc=ANNA%2D50&_nav&a+b=1=2&_nav=1', names)).toBe('rc=ANNA%2D50&a+b=1=2');
  expect(withoutParameters('&&langs=1&&x&', names)).toBe('langs=1&x');
  expect([withoutParameters('', ['']), withoutParameters('lang', names)]).toEqual(['', '']);
});

test('a form value is decoded as URLSearchParams does, and what is malformed stays', () => {
  expect(['a+b', 'a%2Bb', '%', '%zz', 'a=b', '', '%C3%BC+%26'].map(decodeFormValue)).toEqual([
    'a b',
    'a+b',
    '%',
    '%zz',
    'a=b',
    '',
    'ü &',
  ]);
});

test.each([
  ['/', '/'],
  ['/a/', '/a'],
  ['//a///b//', '/a/b'],
  ['////', '/'],
  ['/a/b', '/a/b'],
  ['/a//', '/a'],
  ['', ''],
])('%s has the canonical form %s', (path, expected) => {
  expect(normalizePath(path)).toBe(expected);
});

test('a path in a Location header cannot leave the site or break the header', () => {
  expect(escapeLocationPath('/\\evil.example')).toBe('/%5Cevil.example');
  expect(escapeLocationPath('/a\r\nb ü\ud800')).toBe('/a%0D%0Ab%20%C3%BC%EF%BF%BD');
  expect(escapeLocationPath('/a%20b/c-d?e=f')).toBe('/a%20b/c-d?e=f');
  expect(escapeLocationPath('/!~"<>^`{|}\u007f')).toBe('/!~%22%3C%3E%5E%60%7B%7C%7D%7F');
  expect(escapeLocationPath('/👗')).toBe('/%F0%9F%91%97');
});

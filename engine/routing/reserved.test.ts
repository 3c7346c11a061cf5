import { expect, test } from 'vitest';
import { isReserved } from './reserved.ts';

test('the engine keeps some addresses for itself, with everything below them', () => {
  const own = [
    'graphql',
    'api',
    'sub',
    'assets',
    'acquisition',
    'entrance',
    'do',
    'dev',
    'livez',
    'readyz',
    'metrics',
    '.well-known',
  ];
  const files = ['sitemap.xml', 'robots.txt', 'favicon.ico', 'favicon.svg'];
  for (const name of [...own, ...files]) {
    expect([isReserved(`/${name}`), isReserved(`/${name}/x`)], name).toEqual([true, true]);
    expect([isReserved(`/${name}x`), isReserved(`/x/${name}`), isReserved(name)], name).toEqual([false, false, false]);
  }
});

test('documents and codes have the rest', () => {
  expect(['/', '', '/de', '/ANNA-50', '//do', '/DO'].filter(isReserved)).toEqual([]);
});

import { expect, test } from 'vitest';
import { toCanonicalJson } from './to-canonical-json.ts';
import { sha256 } from './hash.ts';

test('The order of keys does not change the canonical form', () => {
  expect(toCanonicalJson({ b: [1, 'ü'], a: null })).toBe(toCanonicalJson({ a: null, b: [1, 'ü'] }));
  expect(toCanonicalJson({ b: 1e21, a: 0.5 })).toBe('{"a":0.5,"b":1e+21}');
});

test('What is not JSON has no canonical form', () => {
  expect(() => toCanonicalJson(undefined)).toThrow('A undefined has no canonical JSON form.');
  expect(() => toCanonicalJson('\ud800')).toThrow('Lone surrogate');
});

test('A hash is SHA-256 over UTF-8', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

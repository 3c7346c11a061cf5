import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildBrotliPrefix, spliceBrotli } from './splice-brotli.ts';
import { buildGzipPrefix, spliceGzip } from './splice-gzip.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 400 });
/** Lengths around the block limits of both formats, and ordinary ones. */
const long = fc
  .record({
    length: fc.oneof(
      fc.nat(300),
      fc.constantFrom(65_534, 65_535, 65_536, 65_537, 131_070, 131_071, 131_072, 131_073),
      fc.nat(200_000),
    ),
    seed: fc.nat(255),
  })
  .map(({ length, seed }) => Buffer.from(Array.from({ length }, (_, i) => (i * 31 + seed) % 251)));

test('a spliced Brotli stream decodes to the prefix followed by the rest, whatever their lengths', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        text.map((value) => Buffer.from(value)),
        long,
      ),
      long,
      fc.constantFrom(4, 5, 11),
      (page, rest, quality) => {
        const stream = spliceBrotli(buildBrotliPrefix(page, quality), rest);
        expect(brotliDecompressSync(stream).equals(Buffer.concat([page, rest]))).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test('a spliced gzip stream decodes to the prefix followed by the rest, checksum and length included', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        text.map((value) => Buffer.from(value)),
        long,
      ),
      long,
      fc.constantFrom(1, 6, 9),
      (page, rest, level) => {
        const stream = spliceGzip(buildGzipPrefix(page, level), rest);
        expect(gunzipSync(stream).equals(Buffer.concat([page, rest]))).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test('an empty rest ends both streams properly', () => {
  const page = Buffer.from('<!doctype html>');
  expect(brotliDecompressSync(spliceBrotli(buildBrotliPrefix(page, 11), Buffer.alloc(0))).toString()).toBe(
    '<!doctype html>',
  );
  expect(gunzipSync(spliceGzip(buildGzipPrefix(page, 9), Buffer.alloc(0))).toString()).toBe('<!doctype html>');
});

test('a wrong byte in the rest is noticed by the gzip checksum', () => {
  const stream = spliceGzip(buildGzipPrefix(Buffer.from('<p>'), 9), Buffer.from('value'));
  const at = stream.length - 9;
  stream[at] = (stream[at] ?? 0) ^ 1;
  expect(() => gunzipSync(stream)).toThrow('incorrect data check');
});

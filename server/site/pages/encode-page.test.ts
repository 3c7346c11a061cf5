import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HoleContext } from '#engine/shared/hole.ts';
import { anyText } from '#tests/helpers/any-text.ts';
import { encode, createEncodeJob, encodeOnDemand, buildPersonalBody, buildSharedBody } from './encode-page.ts';
import { chooseEncoding, type Encoding } from './choose-encoding.ts';
import { fillParts, fillTail, isFilled, type PageSource, measureShape } from './page-source.ts';

const encodings: readonly Encoding[] = ['br', 'gzip', 'identity'];

function decode(body: Buffer, encoding: Encoding): string {
  return (encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body).toString();
}

const context = fc.constantFrom<HoleContext>('html', 'attribute', 'json', 'url');
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.nat(150_000).map((length) => '<p>Ünï</p>'.repeat(Math.ceil(length / 10))),
);
const tail = fc.array(
  fc.record({
    name: fc.constantFrom('code', 'token', 'email'),
    before: fc.constant('<input value="'),
    after: fc.constant('">'),
    context,
  }),
  { maxLength: 3 },
);
const values = fc.dictionary(
  fc.constantFrom('code', 'token', 'inviter'),
  fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('v'.repeat(70_000))),
  { noNullPrototype: true },
);
const source: fc.Arbitrary<PageSource> = fc.record({
  representation: fc.constantFrom('page' as const, 'navigation' as const),
  parts: fc.oneof(
    text.map((part) => [part]),
    fc.tuple(text, context, text).map(([before, hole, after]) => [before, { name: 'inviter', context: hole }, after]),
  ),
  tail,
  end: fc.constant('</body></html>'),
});

test('every encoding of a filled page decodes to exactly the uncompressed page', () => {
  fc.assert(
    fc.property(source, values, fc.constantFrom('quick' as const, 'best' as const), (page, given, effort) => {
      const encoded = encode(createEncodeJob(page), effort);
      for (const encoding of encodings) {
        expect(
          decode(
            buildPersonalBody({ encoded, shape: measureShape(page), skeletons: null }, given, encoding),
            encoding,
          ) ===
            fillParts(page, given) + fillTail(page, given),
        ).toBe(true);
        expect(decode(buildSharedBody(encoded, encoding), encoding) === fillParts(page, {}) + page.end).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

test('A page that is sent once decodes to the same as a cached one', () => {
  fc.assert(
    fc.property(source, values, (page, given) => {
      const encoded = encodeOnDemand(page);
      for (const encoding of encodings) {
        const filled = buildPersonalBody({ encoded, shape: measureShape(page), skeletons: null }, given, encoding);
        expect(decode(filled, encoding) === fillParts(page, given) + fillTail(page, given)).toBe(true);
        expect(decode(buildSharedBody(encoded, encoding), encoding) === fillParts(page, {}) + page.end).toBe(true);
      }
    }),
    { numRuns: 20 },
  );
});

test('two requests without compression get the same bytes, but nothing of a page that is sent once is cached', () => {
  const page: PageSource = { representation: 'page', parts: ['<p>text</p>'], tail: [], end: '</html>' };
  const cached = encode(createEncodeJob(page), 'none');
  expect(buildSharedBody(cached, 'identity')).toBe(buildSharedBody(cached, 'identity'));
  const once = encodeOnDemand(page);
  expect(buildSharedBody(once, 'identity')).toBe(once.plain);
});

test('a page is compressed once for requests with and without a value, and gzip is made when it is asked for', () => {
  const page: PageSource = {
    representation: 'page',
    parts: ['<p>Ünï</p>'.repeat(500)],
    tail: [{ name: 'code', before: '<b>', after: '</b>', context: 'html' }],
    end: '</body></html>',
  };
  const encoded = encode(createEncodeJob(page), 'quick');
  const filled = buildPersonalBody({ encoded, shape: measureShape(page), skeletons: null }, { code: 'A' }, 'br');
  const { br: shared = 0 } = encoded.prefix ?? {};
  expect(filled.subarray(0, shared).equals(encoded.br.subarray(0, shared))).toBe(true);
  expect(encoded.br.length - shared).toBeLessThan(page.end.length + 8);
  expect(buildSharedBody(encoded, 'gzip')).toBe(buildSharedBody(encoded, 'gzip'));
});

test('a value cannot leave the place it is in', () => {
  const attack = `"><img src=x onerror=alert(1)></script><!-- ' & \u2028`;
  for (const [hole, dangerous] of [
    ['html', /[<>]/],
    ['attribute', /["'<>]/],
    ['json', /["<>\u2028]/],
    ['url', /["'<>& ]/],
  ] as const) {
    const page: PageSource = { representation: 'page', parts: [{ name: 'v', context: hole }], tail: [], end: '' };
    expect(fillParts(page, { v: attack }).replaceAll('\\"', '')).not.toMatch(dangerous);
  }
});

test('the navigation representation stays JSON whatever the value', () => {
  const page: PageSource = {
    representation: 'navigation',
    parts: ['{"body":"', { name: 'v', context: 'html' }],
    tail: [{ name: 'v', before: '<input value="', after: '">', context: 'attribute' }],
    end: '"}',
  };
  fc.assert(
    fc.property(anyText, (v) => {
      expect(JSON.parse(fillParts(page, { v }) + fillTail(page, { v }))).toHaveProperty('body');
    }),
  );
});

test('a page counts as filled only when a value is in it', () => {
  const page: PageSource = {
    representation: 'page',
    parts: ['a'],
    tail: [{ name: 'code', before: '', after: '', context: 'attribute' }],
    end: '',
  };
  expect(isFilled(measureShape(page), { inviter: 'Ann' })).toBe(false);
  expect(isFilled(measureShape(page), { code: '' })).toBe(true);
});

test('the best accepted encoding is chosen, and a weight of zero refuses one', () => {
  expect(chooseEncoding('gzip, deflate, br, zstd')).toBe('br');
  expect(chooseEncoding('gzip, deflate')).toBe('gzip');
  expect(chooseEncoding('br;q=0, gzip;q=0.5')).toBe('gzip');
  expect(chooseEncoding('*')).toBe('br');
  expect(chooseEncoding('*;q=0')).toBe('identity');
  expect(chooseEncoding('brotli')).toBe('identity');
  expect(chooseEncoding(undefined)).toBe('identity');
});

test('an encoded page holds on to no more memory than its bytes', () => {
  const words = Array.from({ length: 6_000 }, (_, index) => (index * 2_654_435_761).toString(36));
  const page = { representation: 'page', parts: [`<p>${words.join(' ')}</p>`], end: '</body>' } as const;
  const value = { name: 'code', before: '<i>', after: '</i>', context: 'html' } as const;
  for (const own of [[], [value]]) {
    const { br } = encode(createEncodeJob({ ...page, tail: own }), 'quick');
    expect(br.length).toBeGreaterThan(10_000);
    expect(br.buffer.byteLength).toBe(br.length);
  }
});

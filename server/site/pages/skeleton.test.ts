import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutRegions, fillRegions, type Region } from './hole-regions.ts';
import { buildSkeleton, computeRegionLength, spliceSkeleton } from './skeleton.ts';

const hole = { name: 'v', context: 'attribute' } as const;

test('a region reaches to the end of the tag behind its hole', () => {
  expect(cutRegions(['<p>Hello ', hole, '</p><p>', hole, ' and ', hole, '<br/>more'])).toEqual({
    texts: ['<p>Hello ', '<p>', 'more'],
    regions: [
      { parts: [hole, '</p'], ending: '>' },
      { parts: [hole, ' and ', hole, '<br'], ending: '/>' },
    ],
  });
  expect(cutRegions(['<p>', hole, 'no tag ends here'])).toBeNull();
});

test('A page spliced from compressed parts decodes to the filled page except for spaces before the ends of tags', async () => {
  const word = fc.constantFrom(
    '<li class="item"><a href="/de">',
    '</a></li><li>',
    'Fine labels, private prices. ',
    '<p>Ünï – „Wort“</p>',
    '<br/>',
  );
  const text = fc.array(word, { minLength: 1, maxLength: 400 }).map((words) => words.join(''));
  const ending = fc.constantFrom('</p>', '">', '<br/>', '<!-- -->', '>');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(text, ending), { minLength: 1, maxLength: 8 }),
      text,
      fc.array(fc.string({ unit: 'grapheme', maxLength: 150 }), { minLength: 2, maxLength: 2 }),
      fc.string({ maxLength: 300 }),
      async (pieces, last, values, rest) => {
        const cut = cutRegions([...pieces.flatMap(([before, end]) => [before, hole, end]), last]);
        if (cut === null) throw new Error('Every hole is followed by the end of a tag.');
        const filled = values.map((v) => fillRegions(cut.regions, { v }));
        const length = computeRegionLength(Math.max(...filled.flat().map((region) => Buffer.byteLength(region))) + 3);
        if (length === null) return;
        const texts = cut.texts.map((each) => Buffer.from(each));
        const skeleton = await buildSkeleton(cut, texts, { length, quality: 11 });
        if (skeleton === null) throw new Error('Noise repeated the page five times.');
        for (const regions of filled) {
          const expected =
            cut.texts.map((each, index) => each + padded(regions[index], cut.regions[index], length)).join('') + rest;
          const br = brotliDecompressSync(spliceSkeleton(skeleton, regions, Buffer.from(rest), 'br')).toString();
          const gzip = gunzipSync(spliceSkeleton(skeleton, regions, Buffer.from(rest), 'gzip')).toString();
          expect(br === expected).toBe(true);
          expect(gzip === expected).toBe(true);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('a value longer than every region is left to compression per request', () => {
  expect(computeRegionLength(63)).toBe(64);
  expect(computeRegionLength(64)).toBe(128);
  expect(computeRegionLength(2048)).toBeNull();
});

/** What a region becomes, made in the plainest way. */
function padded(text: string | undefined, region: Region | undefined, length: number): string {
  if (text === undefined || region === undefined) return '';
  return text + ' '.repeat(length - Buffer.byteLength(text) - region.ending.length) + region.ending;
}

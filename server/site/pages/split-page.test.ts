import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillOpening, ORIGIN, STARTUP, type OpeningValues } from '#engine/shared/opening.ts';
import { joinPage, splitPage } from './split-page.ts';
import { spliceBrotli } from './splice-brotli.ts';

const at = (origin: string, startup = '{}'): OpeningValues => ({ origin, startup });
const BUILT = at('http://localhost:3000');
const LONG = at(`https://${'a'.repeat(60)}.example`, '1'.repeat(512));

const words = fc.array(fc.oneof(fc.constantFrom('<p>', '</p>', 'das ', 'Straße', 'https://', 'the '), fc.string()), {
  maxLength: 400,
});
const page = fc.record({
  opening: fc.array(fc.string({ maxLength: 200 }), { minLength: 2, maxLength: 12 }),
  rest: words,
  hasTail: fc.boolean(),
});

test('a page that is compressed before it is known where it will be served decodes to the same bytes as one made for that server', async () => {
  await fc.assert(
    fc.asyncProperty(page, fc.constantFrom('quick', 'best'), async ({ opening: pieces, rest, hasTail }, effort) => {
      const opening = `${pieces.join(ORIGIN)}${STARTUP}`;
      const textAt = (values: OpeningValues): Buffer =>
        Buffer.from(`${fillOpening(opening, values)}>${rest.join('')}</body></html>`);
      const text = textAt(BUILT);
      const beforeTail = hasTail ? text.length - '</body></html>'.length : null;
      const split = await splitPage({ text, beforeTail }, opening, BUILT, effort);
      if (split === null) throw new Error('The page was not split.');
      for (const values of [BUILT, at('https://www.example.com'), at(`https://${'b'.repeat(56)}`, '1'.repeat(512))]) {
        const joined = joinPage(split, values);
        if (joined === null) throw new Error(`There is no page for ${values.origin}.`);
        expect(brotliDecompressSync(joined.br)).toEqual(textAt(values));
        if (joined.prefix === null) continue;
        // A visitor's values come in place of the tail.
        const filled = spliceBrotli(joined.br.subarray(0, joined.prefix.br), Buffer.from('<b>1</b>'));
        expect(brotliDecompressSync(filled)).toEqual(
          Buffer.concat([textAt(values).subarray(0, joined.prefix.text), Buffer.from('<b>1</b>')]),
        );
      }
      expect(joinPage(split, LONG)).toBeNull();
    }),
    { numRuns: 25 },
  );
});

test('a page that does not begin with its opening is not split', async () => {
  const job = { text: Buffer.from('<!doctype html><title>Another beginning</title>'), beforeTail: null };
  expect(await splitPage(job, `<link href="${ORIGIN}/"`, BUILT, 'quick')).toBeNull();
  const long = `<link href="${ORIGIN}/"`;
  const text = Buffer.from(`${fillOpening(long, LONG)}>`);
  expect(await splitPage({ text, beforeTail: null }, long, LONG, 'quick')).toBeNull();
});

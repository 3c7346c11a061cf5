import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encode, createEncodeJob, buildPersonalBody } from './encode-page.ts';
import type { Encoding } from './choose-encoding.ts';
import { FilledPages, filledPageLimits } from './filled-pages.ts';
import { type PageSource, measureShape } from './page-source.ts';
import { Skeletons } from './skeletons.ts';

const source: PageSource = {
  representation: 'page',
  parts: ['<p>', { name: 'a', context: 'html' }, '</p><p>', { name: 'b', context: 'html' }, '</p>'],
  tail: [],
  end: '</body></html>',
};

function makePage(key: string, text = '') {
  const own = { ...source, parts: [...source.parts, text] };
  const shape = measureShape(own);
  return { key, shape, encoded: encode(createEncodeJob(own), 'none'), skeletons: new Skeletons({ quick: 5 }) };
}

beforeEach(() => {
  vi.useFakeTimers();
  // A cache that begins at 0 would take that for no time at all.
  vi.advanceTimersByTime(1);
});
afterEach(() => vi.useRealTimers());

test('A page that is filled alike is cached from the second request, for two seconds', () => {
  const pages = new FilledPages();
  const page = makePage('k');
  const once = pages.fill(page, { a: 'Anna' }, 'identity');
  expect(once.toString()).toBe('<p>Anna</p><p></p></body></html>');
  expect(pages.size).toBe(0);
  const first = pages.fill(page, { a: 'Anna' }, 'identity');
  expect(first).toEqual(once);
  expect(pages.fill(page, { a: 'Anna' }, 'identity')).toBe(first);
  expect(pages.size).toBe(1);
  vi.advanceTimersByTime(filledPageLimits.life + 200);
  expect(pages.size).toBe(0);
  expect(pages.fill(page, { a: 'Anna' }, 'identity')).not.toBe(first);
  vi.advanceTimersByTime(filledPageLimits.life + 200);
  pages.fill(page, { a: 'Anna' }, 'identity');
  expect(pages.size).toBe(0);
});

test('what one visitor gets is exactly the page with their values, whatever was asked for before', () => {
  const pages = new FilledPages();
  const known = [makePage('k', 'first'), makePage('k2', 'second')];
  const value = fc.constantFrom('', 'x', 'x b 1 x', ' 1 x', '1', 'b');
  const values = fc.record({ a: value, b: value }, { requiredKeys: [], noNullPrototype: true });
  fc.assert(
    fc.property(
      fc.array(fc.record({ page: fc.constantFrom(...known), values }), { minLength: 5, maxLength: 40 }),
      fc.constantFrom<Encoding>('br', 'gzip', 'identity'),
      (visits, encoding) => {
        for (const { page, values: given } of visits) {
          const whole = buildPersonalBody({ ...page, skeletons: null }, given, encoding);
          expect(pages.fill(page, given, encoding).equals(whole)).toBe(true);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('The cache stays within its size', () => {
  const pages = new FilledPages();
  const page = makePage('k', 'x'.repeat(filledPageLimits.bytes / 10));
  for (let request = 0; request < 60; request += 1) pages.fill(page, { a: String(request >> 1) }, 'identity');
  expect(pages.size).toBe(9);
});

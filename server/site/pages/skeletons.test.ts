import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Skeletons, type SkeletonQuality } from './skeletons.ts';

const parts = [
  Array.from({ length: 2_000 }, (_, index) => `<p>${(index * 7919) % 1009} of ${index % 97}</p>`).join(''),
  { name: 'v', context: 'html' } as const,
  '</p>',
];

/** Lengths of the different compressions of a page, in the order in which visitors would get them. Asks in each turn of the event loop, to miss none. */
async function collectLengths(quality: SkeletonQuality, count: number): Promise<readonly number[]> {
  const skeletons = new Skeletons(quality);
  const fill = () => skeletons.fill(() => ({ parts }), { v: 'Anna' }, '</body>', 'br');
  expect(fill()).toBeNull();
  const lengths = new Set<number>();
  while (lengths.size < count) {
    await setImmediate();
    const page = fill();
    if (page === null || lengths.has(page.length)) continue;
    expect(brotliDecompressSync(page).toString()).toMatch(/Anna<\/p *><\/body>$/);
    lengths.add(page.length);
  }
  return [...lengths];
}

test('the pieces of a page are there in quick quality first, and in the best one where that is asked for', async () => {
  const [quick = 0] = await collectLengths({ quick: 1 }, 1);
  const [first, best] = await collectLengths({ quick: 1, best: 11 }, 2);
  expect(first).toBe(quick);
  expect(best).toBeLessThan(quick);
});

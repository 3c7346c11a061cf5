import { brotliDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { Skeletons } from './skeletons.ts';

const parts = [
  Array.from({ length: 2_000 }, (_, index) => `<p>${(index * 7919) % 1009} of ${index % 97}</p>`).join(''),
  { name: 'v', context: 'html' } as const,
  '</p>',
];

test('the pieces of a page are there in quick quality first, and in the best one where that is asked for', async () => {
  const fill = (skeletons: Skeletons) => skeletons.fill(() => ({ parts }), { v: 'Anna' }, '</body>', 'br');
  const ready = async (skeletons: Skeletons): Promise<number> => {
    const page = await vi.waitUntil(() => fill(skeletons), { timeout: 30_000 });
    expect(brotliDecompressSync(page).toString()).toMatch(/Anna<\/p *><\/body>$/);
    return page.length;
  };
  const improving = new Skeletons({ quick: 1, best: 11 });
  expect(fill(improving)).toBeNull();
  const first = await ready(improving);
  await vi.waitUntil(() => (fill(improving)?.length ?? first) < first, { timeout: 30_000 });

  const quick = new Skeletons({ quick: 1 });
  expect(fill(quick)).toBeNull();
  expect(await ready(quick)).toBe(first);
});

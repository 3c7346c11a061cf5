import { brotliDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { buildSkeleton } from './skeleton.ts';
import { Skeletons } from './skeletons.ts';

vi.mock(import('./skeleton.ts'), { spy: true });

const parts = [
  Array.from({ length: 2_000 }, (_, index) => `<p>${(index * 7919) % 1009} of ${index % 97}</p>`).join(''),
  { name: 'v', context: 'html' } as const,
  '</p>',
];

test('the pieces of a page are there in quick quality first, and in the best one where that is asked for', async () => {
  const fill = (skeletons: Skeletons) => skeletons.fill(() => ({ parts }), { v: 'Anna' }, '</body>', 'br');
  const ready = async (skeletons: Skeletons, enough: (page: Buffer) => boolean): Promise<Buffer> => {
    const find = () => {
      const page = fill(skeletons);
      return page !== null && enough(page) && page;
    };
    const page = await vi.waitUntil(find, { timeout: 30_000 });
    expect(brotliDecompressSync(page).toString()).toMatch(/Anna<\/p *><\/body>$/);
    return page;
  };
  const quick = new Skeletons({ quick: 1 });
  expect(fill(quick)).toBeNull();
  const { length } = await ready(quick, () => true);

  vi.mocked(buildSkeleton).mockClear();
  const improving = new Skeletons({ quick: 1, best: 11 });
  expect(fill(improving)).toBeNull();
  await ready(improving, (page) => page.length < length);
  expect(vi.mocked(buildSkeleton).mock.calls.map(([, , { quality }]) => quality)).toEqual([1, 11]);
});

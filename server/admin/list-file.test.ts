import { expect, test } from 'vitest';
import { buildListFile } from './list-file.ts';

test('A long list is read part by part, each after the last row of the part before, and only while it is sent', async () => {
  const rows = Array.from({ length: 1_000 }, (_, index) => ({ id: String(index) }));
  const ranges: object[] = [];
  const file = await buildListFile(
    { name: 'list.csv', columns: ['id'], toCells: ({ id }: { readonly id: string }) => [id] },
    {
      async read(range) {
        ranges.push(range);
        const from = range.after === undefined ? 0 : Number(range.after.id) + 1;
        return { rows: rows.slice(from, from + range.limit), total: rows.length };
      },
      getPosition: ({ id }) => ({ value: id, id }),
    },
  );
  expect([file.total, ranges.length]).toEqual([1_000, 1]);
  const sent: (readonly string[])[] = [];
  for await (const part of file.parts) {
    expect(part.length).toBeLessThanOrEqual(500);
    sent.push(...part);
  }
  expect(sent).toEqual(rows.map(({ id }) => [id]));
  expect(ranges).toHaveLength(4);
});

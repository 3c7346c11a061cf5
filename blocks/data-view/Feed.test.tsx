import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CellView } from '#engine/block-kit/index.ts';
import { Table } from './Table.tsx';

const cells = (time: string, more: Partial<CellView> = {}): readonly CellView[] => [
  { text: time },
  { text: 'Clara', href: '?actor=clara' },
  { text: 'changed the balance of a code', ...more },
  { text: 'MILANO-26' },
  { text: '203.0.113.0/24' },
];
const feed = (...rows: readonly { readonly day: string; readonly cells: readonly CellView[] }[]): string =>
  renderToStaticMarkup(
    <Table
      table={{
        caption: 'What was done',
        isFeed: true,
        columns: [],
        rows: rows.map((row, index) => ({ key: String(index), ...row })),
        empty: { title: 'Nothing found', text: '' },
        downloads: [{ label: 'Download CSV', href: '/audit.csv' }],
      }}
    />,
  );

test('A feed has a heading for each day, and below it a list of what happened then, in the order in which it came.', () => {
  const markup = feed(
    { day: 'Today', cells: cells('10:05') },
    { day: 'Today', cells: cells('09:58') },
    { day: 'Thursday', cells: cells('17:40') },
  );
  const order = [...markup.matchAll(/<h2[^>]*>([^<]*)<\/h2>|(\d\d:\d\d)/g)].map(([, day, time]) => day ?? time);
  expect(order).toEqual(['Today', '10:05', '09:58', 'Thursday', '17:40']);
  expect(markup.match(/<ul>/g)).toHaveLength(2);
  expect(markup).toContain('<b><a href="?actor=clara">Clara</a></b>');
  expect(markup.replaceAll(/<[^>]+>/g, '')).toContain('Clara changed the balance of a code\u00A0· MILANO-26');
  expect(markup).not.toContain('<table');
});

test('What was and what is are distinguished for screen readers, and nothing stands where there was nothing.', () => {
  const change = (was: string) => ({
    change: { was: { label: 'Before', text: was }, is: { label: 'After', text: '400' } },
    sub: 'asked for more',
  });
  expect(feed({ day: 'Today', cells: cells('10:05', change('300')) })).toMatch(
    /<del><span class="vh">Before: <\/span>300<\/del> <ins><span class="vh">After: <\/span>400<\/ins> · asked for more/,
  );
  expect(feed({ day: 'Today', cells: cells('10:05', change('')) })).not.toContain('<del');
});

test('A feed without entries says so.', () => {
  expect(feed()).toContain('Nothing found');
});

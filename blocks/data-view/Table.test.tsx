import { renderToStaticMarkup } from 'react-dom/server';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import type { ChosenRows, LocalizedText, TableView } from '#engine/block-kit/index.ts';
import { List, Table } from './Table.tsx';

const table: TableView = {
  caption: 'Codes',
  columns: [{ label: 'Code' }],
  rows: [{ key: 'a', cells: [{ text: 'ANNA-50' }] }],
  empty: { title: 'Nothing here yet', text: '' },
};
const said = (text: string): LocalizedText => ({ lang: 'en', parts: [text] });
const list: ComponentProps<typeof Table>['list'] = {
  id: 'view-list-0',
  query: 'codes',
  locale: 'en',
  path: '/admin/codes',
  fromEnd: 1,
  moves: false,
  words: {
    busy: said('Loading…'),
    failed: said('It could not be loaded.'),
    asOf: said('As of'),
    stale: said('Reload the page.'),
    chooseAll: said('Select all'),
    clear: said('Clear'),
    chosen_one: said('row'),
    chosen_few: said('rows'),
    chosen_many: said('rows'),
    chosen_other: said('rows'),
  },
};
/** What the script of a list is given. */
const dataIn = (html: string): unknown =>
  JSON.parse(
    /^<vitrine-list id="view-list-0"[^>]* data-list="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '',
  );
const pager = { text: '1 to 1 of 1', label: 'Pages', previous: null, next: null };

test('A list with an order, a filter, parts or pages is one that a script keeps fresh, with what it shows and the words for it.', () => {
  const sort = { href: '?sort=label', direction: null };
  for (const more of [{ pager }, { columns: [{ label: 'Code', sort }] }, { views: [] }])
    expect(dataIn(renderToStaticMarkup(<Table table={{ ...table, ...more }} list={list} />))).toMatchObject({
      query: 'codes',
      path: '/admin/codes',
      table: { caption: 'Codes', ...more },
      words: { busy: 'Loading…', chosen_few: 'rows' },
    });
});

test('Boxes of rows belong to the form below the table, which has no form of a row inside.', () => {
  const cells = [{ text: 'invitation', tick: { name: 'mail-1', label: 'Select it', isOn: false } }];
  const chosen = { id: 'revive', method: 'post', action: '/do', hidden: {}, fields: [], submit: 'Again' } as const;
  const html = renderToStaticMarkup(<Table table={{ ...table, rows: [{ key: '1', cells }], chosen }} />);
  expect(html).toMatch(
    /<input type="checkbox"(?=[^>]* form="revive")(?=[^>]* name="mail-1")(?=[^>]* aria-label="Select it")(?![^>]* checked)/,
  );
  expect(html).toMatch(/<\/table><div class="[^"]*"><form id="revive"/);
  const refused = renderToStaticMarkup(
    <Table table={{ ...table, rows: [{ key: '1', cells }], chosen: { ...chosen, error: 'None.' } }} />,
  );
  expect(refused).toMatch(
    /<p[^>]* id="revive-refused" role="alert">.*<button(?=[^>]* aria-describedby="revive-refused")(?=[^>]* autofocus)/,
  );
});

test('Rows that are ticked on other pages of a list are sent along, counted, and can all be let go or taken.', () => {
  const cells = [{ text: 'invitation', tick: { name: 'mail-1', label: 'Select it', isOn: false } }];
  const chosen = { id: 'revive', method: 'post', action: '/do', hidden: {}, fields: [], submit: 'Again' } as const;
  const parts = { table: { ...table, rows: [{ key: '1', cells }], chosen } };
  const rows = (names: readonly string[]): ChosenRows => ({
    has: (name) => names.includes(name),
    choose: () => undefined,
    clear: () => undefined,
    elsewhere: names.filter((name) => name !== 'mail-1'),
    text: names.length === 0 ? '' : `${names.length} rows`,
    words: { chooseAll: 'Select all', clear: 'Clear' },
  });
  const show = (names: readonly string[]): string =>
    renderToStaticMarkup(<List {...parts} live={{ chosen: rows(names), said: '', freshness: '' }} />);
  expect(show(['mail-1', 'mail-7'])).toMatch(
    /name="mail-1"[^>]* checked=.*2 rows<\/span><button[^>]*>Clear<.*<input type="hidden" form="revive" name="mail-7" value="on"\/>/,
  );
  expect(show(['mail-1'])).not.toContain('Select all');
  expect(show([])).toMatch(/<button[^>]*>Select all<\/button><span role="status"><\/span><\/div>/);
});

test('A list without rows has no form for those that are ticked.', () => {
  const chosen = { id: 'revive', method: 'post', action: '/do', hidden: {}, fields: [], submit: 'Again' } as const;
  expect(renderToStaticMarkup(<Table table={{ ...table, rows: [], chosen }} />)).not.toContain('<form');
});

test('A list that is there as it is stays a table alone.', () => {
  expect(renderToStaticMarkup(<Table table={table} list={list} />)).not.toContain('vitrine-list');
  expect(renderToStaticMarkup(<Table table={{ ...table, pager }} />)).not.toContain('vitrine-list');
});

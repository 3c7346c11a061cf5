import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { LocalizedText, TableView } from '#engine/block-kit/index.ts';
import { Table } from './Table.tsx';

const table: TableView = {
  caption: 'Codes',
  columns: [{ label: 'Code' }],
  rows: [{ key: 'a', cells: [{ text: 'ANNA-50' }] }],
  empty: { title: 'Nothing here yet', text: '' },
};
const said = (text: string): LocalizedText => ({ lang: 'en', parts: [text] });
const list = { id: 'view-list-0', words: { busy: said('Loading…'), failed: said('It could not be loaded.') } };
const pager = { text: '1 to 1 of 1', label: 'Pages', previous: null, next: null };

test('A list with an order, a filter, parts or pages is one that a script keeps fresh, with the words for it.', () => {
  const sort = { href: '?sort=label', direction: null };
  for (const more of [{ pager }, { columns: [{ label: 'Code', sort }] }, { views: [] }])
    expect(renderToStaticMarkup(<Table table={{ ...table, ...more }} list={list} />)).toMatch(
      /^<vitrine-list id="view-list-0"(?=[^>]* data-busy="Loading…")(?=[^>]* data-failed="It could not be loaded\.")/,
    );
});

test('Boxes of rows belong to the form below the table, which has no form of a row inside.', () => {
  const cells = [{ text: 'invitation', tick: { name: 'mail-1', label: 'Select it', isOn: false } }];
  const chosen = { id: 'revive', method: 'post', action: '/do', hidden: {}, fields: [], submit: 'Again' } as const;
  const html = renderToStaticMarkup(<Table table={{ ...table, rows: [{ key: '1', cells }], chosen }} />);
  expect(html).toMatch(
    /<input type="checkbox"(?=[^>]* form="revive")(?=[^>]* name="mail-1")(?=[^>]* aria-label="Select it")(?![^>]* checked)/,
  );
  expect(html).toMatch(/<\/table><form id="revive"/);
  const refused = renderToStaticMarkup(
    <Table table={{ ...table, rows: [{ key: '1', cells }], chosen: { ...chosen, error: 'None.' } }} />,
  );
  expect(refused).toMatch(
    /<p[^>]* id="revive-refused" role="alert">.*<button(?=[^>]* aria-describedby="revive-refused")(?=[^>]* autofocus)/,
  );
});

test('A list without rows has no form for those that are ticked.', () => {
  const chosen = { id: 'revive', method: 'post', action: '/do', hidden: {}, fields: [], submit: 'Again' } as const;
  expect(renderToStaticMarkup(<Table table={{ ...table, rows: [], chosen }} />)).not.toContain('<form');
});

test('A list that is there as it is stays a table alone.', () => {
  expect(renderToStaticMarkup(<Table table={table} list={list} />)).not.toContain('vitrine-list');
  expect(renderToStaticMarkup(<Table table={{ ...table, pager }} />)).not.toContain('vitrine-list');
});

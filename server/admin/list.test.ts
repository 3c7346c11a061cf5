import { expect, test } from 'vitest';
import type { AdminRequest } from './admin-page.ts';
import { buildPagerBeside, readPageState } from './list.ts';
import { getStaffTranslator } from './staff-translator.ts';

const makeRequest = (query: string) =>
  ({
    t: getStaffTranslator('en'),
    path: '/admin/list',
    query: new URLSearchParams(query),
    href: (path: string, parameters: Readonly<Record<string, string>> = {}) =>
      `${path}?${new URLSearchParams(parameters)}`,
  }) as AdminRequest;
const usual = { order: 'at', descending: true } as const;
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ value: index, id: `row${index}` }));

test('The next page begins after the last row, the one before ends at the first row, and the first page has no position.', () => {
  const request = makeRequest('page=3&after=9~x&sort=-at&q=anna');
  const list = readPageState(request, ['at'], usual);
  expect(list).toMatchObject({ page: 2, after: { value: '9', id: 'x' } });
  const pager = buildPagerBeside(request, list, 400, rows(50));
  expect(pager.text).toBe('101 to 150 of 400');
  expect(pager.next?.href).toBe('/admin/list?sort=-at&page=4&after=49%7Erow49&q=anna');
  expect(pager.previous?.href).toBe('/admin/list?sort=-at&page=2&before=0%7Erow0&q=anna');
  const second = makeRequest('page=2&before=9~x');
  expect(buildPagerBeside(second, readPageState(second, ['at'], usual), 400, rows(50)).previous?.href).toBe(
    '/admin/list?',
  );
});

test('A list that is longer than what is counted says so, and goes on as long as its pages are full.', () => {
  const request = makeRequest('page=400&after=9~x');
  const list = readPageState(request, ['at'], usual);
  const full = buildPagerBeside(request, list, 10_001, rows(50));
  expect([full.text, full.next?.label]).toEqual(['19,951 to 20,000 of 10,000+', 'Next']);
  const last = buildPagerBeside(request, list, 10_001, rows(7));
  expect([last.text, last.next]).toEqual(['19,951 to 19,957 of 10,000+', null]);
});

test.each(['page=7', 'after=9', 'page=2&after=9', 'page=2&after=a%00~b', 'page=x&after=1~2', 'sort=other&page=0'])(
  'An address without a place to begin at is the first page in the usual order: %s',
  (query) => {
    const { page, order, descending, ...state } = readPageState(makeRequest(query), ['at'], usual);
    expect([page, order, descending]).toEqual([0, 'at', true]);
    expect(state).not.toHaveProperty('after');
  },
);

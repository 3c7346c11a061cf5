import { expect, test } from 'vitest';
import { writeCsvParts, readCsv, writeCsv } from './csv.ts';

test('what was written is read again, whatever is in a cell', () => {
  const rows = [
    ['code', 'name'],
    ['A-1', 'Anna, "the first"'],
    ['B;2', 'two\r\nlines'],
    ['C', ''],
  ];
  expect(readCsv(writeCsv(rows)).map(({ cells }) => cells)).toEqual(rows);
});

test.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1'])('no cell that comes out is a formula: %j', (cell) => {
  expect(writeCsv([[cell]]).replace(/^\uFEFF"?/, '')).toMatch(/^'/);
});

test('lines keep their numbers over empty ones and cells of several lines, with either separator', () => {
  expect(readCsv('code;places\n\n"A\nB";2\nC;3')).toEqual([
    { line: 1, cells: ['code', 'places'], ended: true },
    { line: 3, cells: ['A\nB', '2'], ended: true },
    { line: 5, cells: ['C', '3'], ended: false },
  ]);
});

test.each([
  ['a comma', 'code,name\r\nA,"x;y"\r\n'],
  ['a semicolon', 'code;name\r\nA;x;y\r\n'.replace('x;y', '"x;y"')],
  ['a tab', 'code\tname\nA\tx;y\n'],
  ['a declared semicolon', 'sep=;\r\ncode;name\r\nA;"x;y"'],
  ['a declared comma in quotes', '"sep=,"\ncode,name\nA,x;y'],
  ['a semicolon beside a quoted comma', '"code";"name"\r"A";"x;y"\r'],
])('a table with %s between its cells is read, whichever line ends it has', (_, text) => {
  expect(readCsv(text).map(({ cells }) => cells)).toEqual([
    ['code', 'name'],
    ['A', 'x;y'],
  ]);
});

test('the line that declares a separator is counted, and so are lines that end as on old systems', () => {
  expect(readCsv('sep=;\rcode;places\rA;1').map(({ line }) => line)).toEqual([2, 3]);
});

test('a long list is written in the parts that it is read in, which together are the list', async () => {
  const rows = Array.from({ length: 7 }, (_, index) => [`=${index}`, 'é']);
  const parts: string[] = [];
  for await (const part of writeCsvParts(['one', 'two'], [rows.slice(0, 4), rows.slice(4)])) parts.push(part);
  expect(parts).toHaveLength(3);
  expect(parts.join('')).toBe(writeCsv([['one', 'two'], ...rows]));
  const [, ...cells] = readCsv(parts.join('')).map(({ cells: [first] }) => first);
  expect(cells).toEqual(rows.map(([first]) => `'${first}`));
});

test('a negative figure stays one', () => {
  expect(writeCsv([['-5', '12']])).toBe('\uFEFF-5,12\r\n');
});

test('an exact reader keeps blanks around words, and refuses quotes that are not in pairs', () => {
  const [, row] = readCsv('key,text\nA, " b "" "\nB,\u00A0c ', { exact: true });
  expect(row?.cells).toEqual(['A', ' b " ']);
  expect(readCsv('key,text\nB,\u00A0c ', { exact: true })[1]?.cells).toEqual(['B', '\u00A0c ']);
  expect(() => readCsv('key\n"A\nB', { exact: true })).toThrow('line 2: a quote opens a cell and never closes it');
  expect(() => readCsv('key\n"A"b', { exact: true })).toThrow('line 2: text follows a closing quote');
});

test('a quote that stood before a formula is not lost', () => {
  expect(writeCsv([["'=1"]])).toBe("\uFEFF''=1\r\n");
});

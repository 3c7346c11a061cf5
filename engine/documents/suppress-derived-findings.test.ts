import { expect, test } from 'vitest';
import { suppressDerivedFindings } from './suppress-derived-findings.ts';
import type { Path, FindingDraft } from './place.ts';

const report = (rule: string, path: Path, more: Partial<FindingDraft> = {}): FindingDraft => ({
  rule,
  place: { file: 'a.json', path },
  message: rule,
  severity: 'error',
  ...more,
});
const seen = (...reports: FindingDraft[]) =>
  suppressDerivedFindings(reports).map(({ report: { rule }, dependents }) => [rule, dependents]);
const below = (...path: Path) => [{ file: 'a.json', path }];

test('What follows from an error at its place, or in what is there, is counted with it', () => {
  const drift = report('drift', ['z'], { follows: below('blocks', 1) });
  expect(seen(report('text', ['blocks', 1, 'title']), drift)).toEqual([['text', 1]]);
  expect(seen(report('text', ['blocks', 2, 'title']), drift)).toEqual([
    ['text', 0],
    ['drift', 0],
  ]);
});

test('A warning explains another warning, and no error', () => {
  const drift = report('drift', ['z'], { follows: below('blocks') });
  const text = report('text', ['blocks'], { severity: 'warning' });
  expect(seen(text, drift)).toHaveLength(2);
  expect(seen(text, { ...drift, severity: 'warning' })).toEqual([['text', 1]]);
});

test('A chain is counted with its beginning', () => {
  const second = report('second', ['b'], { follows: below('a') });
  const third = report('third', ['c'], { follows: below('b') });
  expect(seen(third, second, report('first', ['a']))).toEqual([['first', 2]]);
});

test('The same mistake that two documents meet is one, and two that name each other do not both disappear', () => {
  const drift = report('drift', ['z'], { follows: below('a') });
  expect(seen(report('text', ['a']), report('text', ['a']), drift, drift)).toEqual([['text', 1]]);
  const one = report('one', ['a'], { follows: below('b') });
  const other = report('other', ['b'], { follows: below('a') });
  expect(seen(one, other)).toHaveLength(1);
});

test('Of two rules about one value, that about its shape comes first', () => {
  const shape = report('schema', ['a'], { found: '' });
  expect(seen(report('link', ['a']), shape)).toEqual([['schema', 1]]);
  expect(seen(report('link', ['a', 'b']), shape)).toHaveLength(2);
  expect(seen(report('alt-text', ['a']), report('schema', ['a']))).toHaveLength(2);
});

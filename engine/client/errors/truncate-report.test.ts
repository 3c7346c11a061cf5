import { expect, test } from 'vitest';
import { truncateReport } from './truncate-report.ts';

test('texts of a report are cut to 255 characters, wherever they stand', () => {
  const long = 'ä'.repeat(1_000);
  const report = truncateReport({ breadcrumbs: [], tags: { where: long }, exception: { values: [{ value: long }] } });
  expect(report?.tags.where).toHaveLength(255);
  expect(report?.exception.values[0]?.value).toHaveLength(255);
});

test('a report keeps the last hundred things that happened before', () => {
  const breadcrumbs = Array.from({ length: 150 }, (_, index) => ({ message: String(index) }));
  const remaining = truncateReport({ breadcrumbs })?.breadcrumbs ?? [];
  expect([remaining.length, remaining[0]?.message, remaining.at(-1)?.message]).toEqual([100, '50', '149']);
});

test('a report over 512 KB goes without what happened before, and not at all when that does not help', () => {
  const text = 'x'.repeat(255);
  const large = Array.from({ length: 100 }, () => ({ data: Array.from({ length: 30 }, () => text) }));
  expect(truncateReport({ message: 'm', breadcrumbs: large })).toEqual({ message: 'm' });
  expect(truncateReport({ breadcrumbs: [], contexts: large })).toBeNull();
});

import { expect, test } from 'vitest';
import { findingsOf, shortFindings, swap } from '#tests/helpers/small-project.ts';

const file = 'pages-config/site.json';

test('A claim past its last day is a warning that names who vouches for it', () => {
  const [finding, ...others] = findingsOf({ [file]: swap('2999-12-31', '2026-11-19') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'claims', severity: 'warning', path: 'claims.labels.validUntil' });
  expect(finding?.message).toContain('Buying');
});

test('A claim holds on its last day', () => {
  expect(shortFindings({ [file]: swap('2999-12-31', '2026-11-20') })).toEqual([]);
});

test('A claim cannot be true as of a day to come', () => {
  expect(shortFindings({ [file]: swap('2026-01-01', '2026-11-21') })).toEqual(['claims site.json claims.labels.asOf']);
});

import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const file = 'pages-config/site.json';

test('A claim past its last day is an error that names who vouches for it', () => {
  const [finding, ...others] = checkSmall({ [file]: swap('2999-12-31', '2026-11-19') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'claims', severity: 'error', path: 'claims.labels.validUntil' });
  expect(finding?.message).toContain('Buying');
});

test('A claim holds on its last day', () => {
  expect(shortFindings({ [file]: swap('2999-12-31', '2026-11-20') })).toEqual([]);
});

test('A claim cannot be true as of a day to come', () => {
  expect(shortFindings({ [file]: swap('2026-01-01', '2026-11-21') })).toEqual(['claims site.json claims.labels.asOf']);
});

test('A claim cannot end before it begins', () => {
  expect(shortFindings({ [file]: swap('2999-12-31', '2025-12-31') })).toEqual([
    'claims site.json claims.labels.validUntil',
  ]);
});

test('A figure in digits is a claim that would go on', () => {
  const texts = 'locales/fr/landing.json';
  for (const figure of ['3000', '3,000', '3.000', '3\u00A0000', '3\u202F000', '3’000'])
    expect(shortFindings({ [texts]: (text) => text.replace(/"steps": "/, (all) => `${all}${figure} `) })).toContain(
      'claims locales/fr/landing.json steps',
    );
  for (const other of ['13000', '3,0001', '3.0', '300'])
    expect(shortFindings({ [texts]: (text) => text.replace(/"steps": "/, (all) => `${all}${other} `) })).not.toContain(
      'claims locales/fr/landing.json steps',
    );
});

test('An amount of money has a currency, and nothing else has one', () => {
  const money = (write: string) => shortFindings({ [file]: swap('"format": "integer"', write) });
  expect(money('"format": "money", "currency": "EUR"')).toEqual([]);
  expect(money('"format": "money"')).toEqual(['claims site.json claims.labels.format']);
  expect(money('"format": "integer", "currency": "EUR"')).toEqual(['claims site.json claims.labels.currency']);
});

test('A claim whose name is misspelled is found once, where it is written, and not in each text that names it', () => {
  const more = Object.fromEntries(
    ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [
      `locales/${locale}/landing.json`,
      swap('"hero": "', '"hero": "{claims.labels}\u00A0'),
    ]),
  );
  const [finding, ...others] = checkSmall({ ...more, [file]: swap('"labels": {', '"lables": {') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'claims', path: 'claims.lables', suggestion: 'labels' });
});

test('A claim of the kind "integer" has no fraction, which nobody would see', () => {
  expect(shortFindings({ [file]: swap('"value": 3000', '"value": 28.5') })).toEqual([
    'claims site.json claims.labels.value',
  ]);
});

test('A figure with a unit has both, nothing else has a unit, and a range goes upwards', () => {
  const claim = (write: string) => shortFindings({ [file]: swap('"format": "integer"', write) });
  expect(claim('"format": "unit", "unit": "hour"')).toEqual([]);
  expect(claim('"format": "unit"')).toEqual(['claims site.json claims.labels.format']);
  expect(claim('"format": "integer", "unit": "hour"')).toEqual(['claims site.json claims.labels.unit']);
  expect(claim('"format": "integer", "to": 4000')).toEqual([]);
  for (const to of [3000, 2999])
    expect(claim(`"format": "integer", "to": ${to}`)).toEqual(['claims site.json claims.labels.to']);
});

test('What holds for a figure holds for the other end of its range', () => {
  const claim = (write: string) => shortFindings({ [file]: swap('"value": 3000, "format": "integer"', write) });
  expect(claim('"value": 0.2, "to": 50, "format": "percent"')).toEqual(['claims site.json claims.labels.to']);
  expect(claim('"value": 2, "to": 3.5, "format": "integer"')).toEqual(['claims site.json claims.labels.to']);
  const typed = shortFindings({
    [file]: swap('"value": 3000', '"value": 3000, "to": 4000'),
    'locales/fr/landing.json': (text) => text.replace(/"steps": "/, (all) => `${all}4 000 `),
  });
  expect(typed).toContain('claims locales/fr/landing.json steps');
});

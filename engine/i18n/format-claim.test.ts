import { expect, test } from 'vitest';
import { locales } from '#schemas/generated/vocabulary.ts';
import { chooseFigure, formatClaim } from './format-claim.ts';

const each = (claim: Parameters<typeof formatClaim>[0]): readonly string[] =>
  (['en', 'de', 'pl'] as const).map((locale) => formatClaim(claim, locale).replaceAll('\u00A0', ' '));

test('A range is written as each language writes one, with its currency, sign or unit once', () => {
  expect(each({ value: 49, to: 89, format: 'money', currency: 'EUR' })).toEqual(['€49 – €89', '49–89 €', '49–89 €']);
  expect(each({ value: 0.2, to: 0.5, format: 'percent' })).toEqual(['20% – 50%', '20–50 %', '20% – 50%']);
  expect(each({ value: 2, to: 3, format: 'unit', unit: 'hour' })).toEqual(['2–3 hours', '2–3 Stunden', '2–3 godziny']);
});

test('A duration is written out in the number of its noun, other units are short', () => {
  expect(each({ value: 1, format: 'unit', unit: 'minute' })).toEqual(['1 minute', '1 Minute', '1 minuta']);
  expect(each({ value: 5, format: 'unit', unit: 'minute' })).toEqual(['5 minutes', '5 Minuten', '5 minut']);
  expect(each({ value: 500, format: 'unit', unit: 'gram' })).toEqual(['500 g', '500 g', '500 g']);
});

test('A figure never breaks across lines', () => {
  for (const locale of locales)
    for (const claim of [
      { value: 1_000, to: 5_000_000, format: 'compact' },
      { value: 49, to: 89, format: 'money', currency: 'EUR' },
      { value: 2, to: 3, format: 'unit', unit: 'hour' },
    ] as const)
      expect(formatClaim(claim, locale)).not.toMatch(/[ \u2009\u202F](?!\d{3})/);
});

test('A day and a range of days are written as each language writes them', () => {
  expect(each({ value: '2026-11-27', format: 'date' })).toEqual([
    '27 November 2026',
    '27. November 2026',
    '27 listopada 2026',
  ]);
  expect(each({ value: '2026-11-27', to: '2026-11-30', format: 'date' })).toEqual([
    '27 – 30 November 2026',
    '27.–30. November 2026',
    '27–30 listopada 2026',
  ]);
  expect(formatClaim({ value: '2026-12-01', format: 'date' }, 'fr')).toBe('1er\u00A0décembre\u00A02026');
});

test('A range of days breaks at its dash and nowhere else', () => {
  expect(formatClaim({ value: '2026-11-27', to: '2026-12-05', format: 'date' }, 'en')).toBe(
    '27\u00A0November\u00A0– 5\u00A0December\u00A02026',
  );
});

test('The figure of a country takes the place of the whole figure, in the currency of the claim unless it names its own', () => {
  const claim = {
    value: 49,
    to: 89,
    format: 'money',
    currency: 'EUR',
    former: 59,
    source: 'Price list',
    asOf: '2026-01-01',
    countries: { CH: { value: 55.5, currency: 'CHF' }, IE: { value: 45 } },
  } as const;
  const shown = (country?: string) => formatClaim(chooseFigure(claim, country), 'de').replaceAll('\u00A0', ' ');
  expect([shown('CH'), shown('IE'), shown('FR'), shown()]).toEqual(['55,50 CHF', '45 €', '49–89 €', '49–89 €']);
  expect(chooseFigure(claim, 'CH').former).toBeUndefined();
});

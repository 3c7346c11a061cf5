import { expect, test } from 'vitest';
import { locales } from '#schemas/generated/vocabulary.ts';
import { formatClaim } from './format-claim.ts';

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

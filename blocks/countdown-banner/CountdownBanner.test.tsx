import { expect, test } from 'vitest';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { projectSite } from '#tests/contract/project.ts';
import { renderExample } from '#tests/contract/render-example.ts';
import strings from './strings.json' with { type: 'json' };

const site = projectSite();

function render(locale: Locale): string {
  const block = {
    id: 'countdown',
    type: 'countdown-banner',
    text: 'black-friday.countdown.closes',
    until: { at: '2026-12-01T00:00', zone: 'Europe/Berlin' },
  };
  return renderExample(block, { site, locale });
}

test('Without a script the date is in the words of the page, as wall time of its zone.', () => {
  expect(render('de')).toContain('1. Dezember 2026 um 00:00');
  expect(render('en')).toContain('1 December 2026 at 00:00');
  expect(render('fr')).toContain('1er décembre 2026 à 00:00');
});

test('The figures count to the instant of the wall time in its zone.', () => {
  expect(render('sv')).toContain(`data-until="${Date.UTC(2026, 10, 30, 23)}"`);
});

test.each(locales)('Every number of days, hours, minutes and seconds has its word in "%s".', (locale) => {
  const markup = render(locale).replaceAll('&quot;', '"');
  const words: Record<string, string>[] = JSON.parse(/data-words="(\[.*?\])"/.exec(markup)?.[1] ?? '[]');
  const rules = new Intl.PluralRules(locale);
  const numbers = Array.from({ length: 100 }, (_, number) => rules.select(number));
  expect(words).toHaveLength(4);
  expect(words.flatMap((unit) => numbers.filter((form) => !unit[form]))).toEqual([]);
});

test('Polish says 1 dzień, 2 dni and 5 godzin.', () => {
  expect(strings.days_one.pl).toBe('dzień');
  expect(strings.days_few.pl).toBe('dni');
  expect(strings.hours_many.pl).toBe('godzin');
});

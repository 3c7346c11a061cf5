import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PageProvider } from '#engine/block-kit/page-context.ts';
import type { LocalizedText, PageContext } from '#engine/block-kit/types.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { CountdownBanner } from './CountdownBanner.tsx';
import strings from './strings.json' with { type: 'json' };

type StringKey = keyof typeof strings;
const keys = Object.keys(strings) as StringKey[];

function render(locale: Locale): string {
  const page: PageContext = {
    locale,
    path: '/',
    homeHref: '/',
    siteName: 'House',
    shortName: 'House',
    theme: 'ink',
    facets: {},
    languages: [],
  };
  const words = Object.fromEntries(keys.map((key) => [key, { lang: locale, parts: [strings[key][locale]] }])) as Record<
    StringKey,
    LocalizedText
  >;
  return renderToStaticMarkup(
    <PageProvider value={page}>
      <CountdownBanner
        id="countdown"
        strings={words}
        text={{ lang: locale, parts: ['Until'] }}
        until={{ at: '2026-12-01T00:00', zone: 'Europe/Berlin' }}
        look="figures"
      />
    </PageProvider>,
  );
}

test('Without a script the date stands in the words of the page, as wall time of its zone.', () => {
  expect(render('de')).toContain('1. Dezember 2026 um 00:00');
  expect(render('en')).toContain('1 December 2026 at 00:00');
});

test('The figures count to the instant of the wall time in its zone.', () => {
  expect(render('sv')).toContain(`data-until="${Date.UTC(2026, 10, 30, 23)}"`);
});

test.each(locales)('Every number of days, hours, minutes and seconds has its word in "%s".', (locale) => {
  const markup = render(locale).replaceAll('&quot;', '"');
  const words: Record<string, string>[] = JSON.parse(/data-words="(\[.*?\])"/.exec(markup)?.[1] ?? '[]');
  const rules = new Intl.PluralRules(locale);
  const missing = words
    .flatMap((unit) => Array.from({ length: 100 }, (_, count) => unit[rules.select(count)]))
    .filter((word) => !word);
  expect(words).toHaveLength(4);
  expect(missing).toEqual([]);
});

test('Polish says 1 dzień, 2 dni and 5 godzin.', () => {
  expect(strings.days_one.pl).toBe('dzień');
  expect(strings.days_few.pl).toBe('dni');
  expect(strings.hours_many.pl).toBe('godzin');
});

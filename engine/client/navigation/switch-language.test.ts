import { expect, test } from 'vitest';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { switchLinkLanguage } from './switch-language.ts';

const origin = 'https://www.example.com';

interface Menu {
  readonly path: string;
  readonly base?: string;
  /** Languages whose addresses have a prefix; all others are known by `lang` alone. */
  readonly prefixed?: readonly Locale[];
}

/** The address after the link to `locale` was followed on a page whose own path is `path`. */
function after(shown: string, locale: Locale, { path, base = '', prefixed = ['de', 'nl'] }: Menu): string {
  const hrefIn = (each: Locale): string => {
    const prefix = base + (prefixed.includes(each) ? `/${each}` : '');
    return `${prefix}${path === '/' ? (prefix === base ? '/' : '') : path}?lang=${each}`;
  };
  const languages = (['en', 'de', 'nl'] as const).map((each) => ({
    locale: each,
    name: each,
    href: hrefIn(each),
    current: false,
  }));
  const link = new URL(hrefIn(locale), origin);
  return switchLinkLanguage(link, new URL(shown, origin), { path, languages }, `${base}/`).href.slice(origin.length);
}

test('a switch of the language leads to the address of the page in the other one', () => {
  const choose = (locale: Locale, path: string, current: boolean) => ({ locale, name: locale, href: path, current });
  const languages = [choose('en', '/about-us?lang=en', false), choose('de', '/de/ueber-uns?lang=de', true)];
  const to = (link: string, shown: string): string =>
    switchLinkLanguage(new URL(link, origin), new URL(shown, origin), { path: '/about-us', languages }, '/').href;
  expect(to('/about-us?lang=en', '/de/ueber-uns?rc=ANNA-50#team')).toBe(`${origin}/about-us?lang=en&rc=ANNA-50#team`);
  expect(to('/about-us?lang=en', '/de/ANNA-50')).toBe(`${origin}/ANNA-50?lang=en`);
});

test.each<[what: string, shown: string, locale: Locale, menu: Menu, expected: string]>([
  ['a code keeps its address', '/de/ANNA-50', 'nl', { path: '/invitation' }, '/nl/ANNA-50?lang=nl'],
  ['also from the unprefixed language', '/ANNA-50', 'de', { path: '/invitation' }, '/de/ANNA-50?lang=de'],
  ['and to it', '/de/ANNA-50', 'en', { path: '/invitation' }, '/ANNA-50?lang=en'],
  ['a refusal in place is asked for again', '/de/EMPTY-0', 'nl', { path: '/registration/deny' }, '/nl/EMPTY-0?lang=nl'],
  ['what was not found is not found again', '/de/no/such', 'nl', { path: '/error/404' }, '/nl/no/such?lang=nl'],
  ['the start page', '/de', 'nl', { path: '/' }, '/nl?lang=nl'],
  ['the start page without a prefix', '/', 'nl', { path: '/' }, '/nl?lang=nl'],
  ['the start page to the one without a prefix', '/nl', 'en', { path: '/' }, '/?lang=en'],
  ['English with its prefix', '/en/about-us', 'de', { path: '/about-us' }, '/de/about-us?lang=de'],
  ['a base path', '/club/de/ANNA-50', 'nl', { path: '/invitation', base: '/club' }, '/club/nl/ANNA-50?lang=nl'],
  ['a base path, its start page', '/club/', 'nl', { path: '/', base: '/club' }, '/club/nl?lang=nl'],
  ['no language has a prefix', '/de/x', 'nl', { path: '/de/x', prefixed: [] }, '/de/x?lang=nl'],
])('a switch of the language keeps the path: %s', (_what, shown, locale, menu, expected) => {
  expect(after(shown, locale, menu)).toBe(expected);
});

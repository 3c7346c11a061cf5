import { expect, test } from 'vitest';
import { getNativeLanguageName, splitLocale } from './languages.ts';

test.each([
  ['de-AT', 'de', 'AT'],
  ['en-GB', 'en', 'GB'],
  ['fr-be', 'fr', 'BE'],
  ['de', 'de', 'DE'],
])('V7: %s is the language %s and the country %s', (locale, language, country) => {
  expect(splitLocale(locale)).toEqual({ language, country });
});

test('every language is called by its own name', () => {
  const names = (['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'] as const).map(getNativeLanguageName);
  expect(names).toEqual(['English', 'Deutsch', 'Français', 'Italiano', 'Nederlands', 'Polski', 'Svenska']);
});

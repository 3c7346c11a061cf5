import { expect, test } from 'vitest';
import { findingsOf, shortFindings, swap } from '#tests/helpers/small-project.ts';

test('A text that the source language does not have is reported where it stands', () => {
  const [finding, ...others] = findingsOf({ 'locales/fr/site.json': swap('{', '{\n  "logn": "Se connecter",') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'extra-locale', line: 2, column: 3, suggestion: 'site.login' });
});

test('A language that the site does not speak is read by nobody', () => {
  expect(shortFindings({ 'locales/xx/site.json': { about: 'x' } })).toEqual(['extra-locale locales/xx/site.json ']);
});

test('A file that the source language does not have is reported once', () => {
  expect(shortFindings({ 'locales/fr/lnding.json': { a: 'x', b: 'y' } })).toEqual([
    'extra-locale locales/fr/lnding.json ',
  ]);
});

test('A block has no words in languages that the site does not speak', () => {
  const words = { en: 'a', de: 'a', fr: 'a', it: 'a', nl: 'a', pl: 'a', sv: 'a', es: 'a' };
  expect(shortFindings({ 'blocks/x/strings.json': { open: words } })).toEqual([
    'extra-locale blocks/x/strings.json open.es',
  ]);
});

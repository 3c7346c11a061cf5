import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

test('A text that the source language does not have is reported where it stands', () => {
  const [finding, ...others] = checkSmall({ 'locales/fr/site.json': swap('{', '{\n  "logn": "Se connecter",') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'extra-locale', line: 2, column: 3, suggestion: 'site.login' });
});

test('Confirmed texts in a list are reported at their file', () => {
  expect(shortFindings({ 'locales/confirmed.json': '[]' })).toEqual(['extra-locale locales/confirmed.json ']);
  expect(shortFindings({ 'locales/confirmed.json': '{ "de": [] }' })).toEqual([
    'extra-locale locales/confirmed.json de',
  ]);
});

test('A language that the site does not have is not read', () => {
  expect(shortFindings({ 'locales/xx/site.json': { about: 'x' } })).toEqual(['extra-locale locales/xx/site.json ']);
});

test('A file that the source language does not have is reported once', () => {
  expect(shortFindings({ 'locales/fr/lnding.json': { a: 'x', b: 'y' } })).toEqual([
    'extra-locale locales/fr/lnding.json ',
  ]);
});

test('A folder of a language that is not declared is reported once', () => {
  const [finding, ...others] = checkSmall({
    'locales/es/site.json': { a: 'x' },
    'locales/es/landing.json': { a: 'x' },
  });
  expect(others).toEqual([]);
  expect(finding?.message).toMatch(/^The site does not declare the language "es", .* run "npm run gen", or delete/);
});

test('A block may speak more languages than the site, but only tags of real languages', () => {
  const words = { en: 'a', de: 'a', fr: 'a', it: 'a', nl: 'a', pl: 'a', sv: 'a', es: 'a' };
  expect(shortFindings({ 'blocks/x/strings.json': { open: words } })).toEqual([]);
  expect(shortFindings({ 'blocks/x/strings.json': { open: { ...words, xx: 'a' } } })).toEqual([
    'extra-locale blocks/x/strings.json open.xx',
  ]);
});

test('A file that the source language alone calls otherwise is found at its name', () => {
  const file = (locale: string, name: string) => `locales/${locale}/${name}.json`;
  const texts = Object.fromEntries(
    ['de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [file(locale, 'press'), { a: 'x' }]),
  );
  expect(shortFindings({ ...texts, [file('en', 'presse')]: { a: 'x' } })).toEqual([
    'extra-locale locales/en/presse.json ',
  ]);
});

test('A confirmed translation has the mark that a command wrote, and is one of a text that exists', () => {
  const mark = '424ee4a43a51';
  const confirmed = {
    de: { 'landing.hero': mark, 'landing.heroo': mark, 'landing.steps': '424ee4', 'landing.title': `=${mark}` },
    fr: { 'blocks/quotes#six': mark },
  };
  const findings = checkSmall({ 'locales/confirmed.json': JSON.stringify(confirmed) });
  expect(findings.map(({ severity, path, suggestion }) => [severity, path, suggestion])).toEqual([
    ['warning', 'de["landing.heroo"]', 'landing.hero'],
    ['error', 'de["landing.steps"]', undefined],
    ['warning', 'fr["blocks/quotes#six"]', undefined],
  ]);
});

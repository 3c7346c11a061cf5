import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

test('Broken markup is reported at the character', () => {
  const [finding, ...others] = checkSmall({ 'locales/en/site.json': swap('"About us"', '"About <b>us"') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'text-markup', line: 2, column: 19 });
});

test('A variable in capitals is reported with the one of the other languages', () => {
  const [finding, ...others] = checkSmall({ 'locales/pl/landing.json': swap('{claims.labels', '{claims.Labels') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'text-markup', suggestion: '{claims.labels}' });
});

test('Only headlines are broken by phrase', () => {
  const [finding, ...others] = checkSmall({ 'locales/en/site.json': swap('"About us"', '"About|us"') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'text-markup', file: 'locales/en/site.json' });
  expect(finding?.message).toContain('is not a headline');
});

test('A language whose tags differ from the source language gets a finding for what it lacks', () => {
  const [finding, ...others] = checkSmall({ 'locales/de/site.json': (text) => text.replaceAll(/<\/?strong>/g, '') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    rule: 'text-markup',
    file: 'locales/de/site.json',
    path: 'back',
    expected: '<strong>',
  });
});

test('A variable misspelled in one language is reported there, with the right name', () => {
  const [finding, ...others] = checkSmall({ 'locales/pl/landing.json': swap('claims.labels', 'claims.lables') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    rule: 'text-markup',
    file: 'locales/pl/landing.json',
    suggestion: '{claims.labels}',
  });
});

test('A claim that the site document does not have is reported once, at the source language', () => {
  const findings = checkSmall(
    Object.fromEntries(
      ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [
        `locales/${locale}/landing.json`,
        swap('claims.labels', 'claims.members'),
      ]),
    ),
  );
  expect(findings).toEqual([expect.objectContaining({ rule: 'text-markup', file: 'locales/en/landing.json' })]);
});

test('A variable that the place of a text does not give is reported at the text', () => {
  const everywhere = Object.fromEntries(
    ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [
      `locales/${locale}/landing.json`,
      swap('"hero": "', '"hero": "{name} '),
    ]),
  );
  const [finding, ...others] = checkSmall(everywhere);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'text-markup', file: 'locales/en/landing.json', path: 'hero' });
  expect(finding?.message).toContain('"title" of hero "hero"');
});

test('Titles for search engines cannot hold markup', () => {
  expect(
    shortFindings({
      'pages-config/pages/about-us.json': swap('"meta": { "title": "site.about"', '"meta": { "title": "site.back"'),
    }),
  ).toEqual(['text-markup locales/en/site.json back']);
});

test('A named link in a text must exist', () => {
  const everywhere = Object.fromEntries(
    ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [
      `locales/${locale}/site.json`,
      (text: string) => text.replaceAll('strong>', 'link:lgoin>'),
    ]),
  );
  expect(checkSmall(everywhere)).toEqual([
    expect.objectContaining({ rule: 'text-markup', suggestion: '<link:login>' }),
  ]);
});

test('Texts written in place follow the same rules', () => {
  const text =
    '{ "en": "<em>a</em>", "de": "a", "fr": "<em>a</em>", "it": "<em>a</em>", "nl": "<em>a</em>", "pl": "<em>a</em>", "sv": "<em>a</em>" }';
  expect(
    shortFindings({ 'pages-config/landings/default.json': swap('"lead": "landing.labels"', `"lead": ${text}`) }),
  ).toContain('text-markup landings/default.json blocks[2].lead.de');
});

test('Texts that only code shows may use other variables in another language', () => {
  const mail = Object.fromEntries(
    ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [
      `locales/${locale}/mail.json`,
      { hello: locale === 'de' ? 'Liebe {lastName}' : 'Dear {firstName}' },
    ]),
  );
  expect(shortFindings(mail)).toEqual([]);
});

const mail = (texts: Readonly<Record<string, string>>) =>
  shortFindings(
    Object.fromEntries(
      ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [
        `locales/${locale}/mail.json`,
        JSON.stringify({ valid: texts[locale] ?? 'x {hours}' }),
      ]),
    ),
  ).filter((finding) => finding.startsWith('text-markup'));

test('A text of a mail has the variables that all other languages have; a greeting may have another name, or none', () => {
  expect(mail({ de: '24 h' })).toEqual(['text-markup locales/de/mail.json valid']);
  expect(mail({ de: 'x {hour}' })).toEqual(['text-markup locales/de/mail.json valid']);
  expect(mail({ de: 'x {stunden}' })).toEqual(['text-markup locales/de/mail.json valid']);
  expect(mail({ de: '24 h', fr: '24 h' })).toEqual([]);
});

import { expect, test } from 'vitest';
import { makeSite } from '#tests/helpers/make-site.ts';
import { bindTarget, readTarget } from './targets.ts';

const perLocale = (path: string) => ({
  en: `https://partner.example/en/${path}`,
  de: `https://partner.example/de/${path}`,
  fr: 'pages/about-us',
  it: 'pages/about-us',
  nl: 'pages/about-us',
  pl: 'pages/about-us',
  sv: 'pages/about-us',
});
const site = makeSite({
  documents: [
    { id: 'landings/summer', slug: 'summer' },
    { id: 'landings/arm', bases: ['landings/default'] },
  ],
  config: {
    links: {
      login: 'https://partner.example/login',
      jobs: perLocale('jobs'),
      loop: 'link:login',
      bad: 'https://evil.example',
    },
  },
});

test.each([
  ['pages/about-us', '/de/about-us', false],
  ['pages/about-us?from=footer#stores', '/de/about-us?from=footer#stores', false],
  ['landings/default#join', '/de#join', false],
  ['landings/summer', '/de/summer', false],
  ['#join', '#join', false],
  ['#footer/stores', '#footer-stores', false],
  ['link:login', 'https://partner.example/login', true],
  ['link:jobs', 'https://partner.example/de/jobs', true],
  ['mailto:hello@example.com', 'mailto:hello@example.com', false],
  ['https://www.example.com/terms', 'https://www.example.com/terms', false],
])('T1: the target %s leads to %s in German', (target, href, external) => {
  expect(bindTarget(site, target, 'de')).toEqual({ href, external });
});

test('T2: a named link may lead elsewhere in each language', () => {
  expect(bindTarget(site, 'link:jobs', 'fr').href).toBe('/fr/about-us');
});

test.each([
  ['pages/nowhere', '"pages/nowhere" does not exist'],
  ['landings/arm', '"landings/arm" has no address of its own'],
  ['link:nothing', '"link:nothing" is not named'],
  ['link:constructor', '"link:constructor" is not named'],
  ['link:loop', 'another named link'],
  ['link:bad', '"evil.example", which is not allowed'],
  ['javascript:alert(1)', 'neither a path of this site'],
  ['/about-us', 'Name the document instead'],
  ['//evil.example', 'Name the document instead'],
  ['# x', 'Name the document instead'],
])('T3: the target %s is refused', (target, message) => {
  expect(readTarget(site, target, 'en')).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  expect(() => bindTarget(site, target, 'en')).toThrow(message);
});

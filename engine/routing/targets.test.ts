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
  ['https://www.example.com/terms', 'https://www.example.com/terms', true],
])('L8: the target %s leads to %s in German', (target, href, external) => {
  expect(bindTarget(site, target, 'de')).toEqual({ href, external });
});

test('L9: a named link may lead elsewhere in each language', () => {
  expect(bindTarget(site, 'link:jobs', 'fr').href).toBe('/fr/about-us');
});

test('L9: a link to a policy knows the pages of countries with a text of their own (S11)', () => {
  const versions = { '2026-11-01': '0123456789ab' };
  const policies = {
    terms: { document: 'pages/about-us', versions, countries: { CH: { document: 'landings/summer', versions } } },
    privacy: { document: 'landings/summer', versions },
  };
  const own = makeSite({ documents: [{ id: 'landings/summer', slug: 'summer' }], config: { policies } });
  expect(bindTarget(own, 'pages/about-us', 'de')).toEqual({
    href: '/de/about-us',
    external: false,
    countries: { CH: '/de/summer' },
    accepts: { '': 'terms:2026-11-01', CH: 'terms:2026-11-01-CH' },
  });
  expect(bindTarget(own, 'landings/summer', 'de')).toMatchObject({ href: '/de/summer', external: false });
});

test('L11: in demo mode links to other sites lead to the page that answers for them, at its part about a named link', () => {
  const config = {
    links: {
      login: 'https://partner.example/login',
      jobs: 'https://partner.example/jobs',
      mail: 'mailto:a@example.com',
    },
    demonstration: { document: 'pages/about-us', links: { login: 'pages/about-us#room-login' } },
  };
  const href = (target: string, deployment: { demonstration?: true }) =>
    bindTarget(makeSite({ config, deployment }), target, 'de');
  const inside = { external: false };
  const demo = { demonstration: true } as const;
  expect(href('link:login', demo)).toEqual({ ...inside, href: '/de/about-us#room-login' });
  expect(href('link:jobs', demo)).toEqual({ ...inside, href: '/de/about-us' });
  expect(href('https://partner.example/x', demo)).toEqual({ ...inside, href: '/de/about-us' });
  expect(href('link:mail', demo)).toEqual({ ...inside, href: 'mailto:a@example.com' });
  expect(href('link:login', {})).toEqual({ external: true, href: 'https://partner.example/login' });
});

test('L10: a refusal says what is wrong and what to do', () => {
  const message = (target: string) => readTarget(site, target, 'en');
  const way = 'Link to a page or to a landing with a slug.';
  expect(message('pages/nowhere?x')).toEqual({
    ok: false,
    message: `The document "pages/nowhere" does not exist. ${way}`,
  });
  expect(message('landings/arm')).toEqual({
    ok: false,
    message: `The document "landings/arm" has no address of its own. ${way}`,
  });
  expect(message('link:nothing')).toEqual({
    ok: false,
    message: 'The link "link:nothing" is not named in "links" of pages-config/site.json.',
  });
  expect(message('link:loop')).toEqual({
    ok: false,
    message: 'The link "link:loop" leads to another named link, "link:login". Write its target itself.',
  });
  expect(message('?x=1')).toEqual({
    ok: false,
    message:
      'The target "?x=1" is a path. Name the document instead, such as "pages/about-us", or an anchor such as "#join".',
  });
});

test('L10: query and hash of a document are held to the same rules as addresses', () => {
  for (const target of ['pages/about-us?a b', 'pages/about-us#a\\b'])
    expect(readTarget(site, target, 'en')).toMatchObject({
      ok: false,
      message: expect.stringContaining('Percent-encode'),
    });
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
  ['#1st', 'Name the document instead'],
  ['#a b', 'Name the document instead'],
  ['x#join', 'neither a path of this site'],
  ['xpages/about-us', 'neither a path of this site'],
])('L10: the target %s is refused', (target, message) => {
  expect(readTarget(site, target, 'en')).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  expect(() => bindTarget(site, target, 'en')).toThrow(message);
});

import { expect, test } from 'vitest';
import type { SessionFact } from '#engine/guards/facts.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { nextRiddle } from '#tests/helpers/riddles.ts';
import { closes, opens, site } from '#tests/helpers/sample-site.ts';
import { decide } from './decide.ts';
import type { Decision, Facts, TraceStep } from './types.ts';

const visit = (facts: Partial<Facts>): Decision => decide(makeFacts(facts), site);

test('A plain page is the same for all visitors', () => {
  expect(visit({ url: '/about-us' })).toEqual({
    kind: 'page',
    status: 200,
    outcome: 'requested',
    document: 'pages/about-us',
    locale: 'en',
    path: '/about-us',
    variations: [],
    exposures: [],
    forced: false,
    moved: false,
    facets: {},
    values: {},
    cookies: [],
    validUntil: null,
    indexable: true,
    personal: false,
    cacheScope: 'everybody',
    confidential: false,
    vary: ['Accept-Language', 'Cookie'],
  });
  expect(visit({ url: '/de/about-us' })).toMatchObject({ locale: 'de', vary: [], values: {}, cookies: [] });
});

test.each([
  ['/about-us/', '/about-us'],
  ['//de//about-us', '/de/about-us'],
  ['/about-us//?a=//b/&c', '/about-us?a=//b/&c'],
  ['/\\evil.example/', '/%5Cevil.example'],
  ['//evil.example/', '/evil.example'],
  ['/de/', '/de'],
])('P1: slashes too many in %s lead to %s', (url, location) => {
  expect(visit({ url, acceptLanguage: 'de' })).toMatchObject({ kind: 'redirect', status: 308, location, cookies: [] });
});

const movedSite = makeSite({
  documents: [{ id: 'landings/spring', slug: 'spring' }],
  config: {
    redirects: {
      '/summer-2024': 'landings/spring?from=old#join',
      '/old/about.html': 'pages/about-us',
      '/nowhere': 'landings/gone',
    },
  },
});

test.each([
  ['/old/about.html', '/about-us'],
  ['/OLD/ABOUT.HTML', '/about-us'],
  ['/de/old/about.html', '/de/about-us'],
  ['/en/old/about.html?utm_source=mail', '/about-us?utm_source=mail'],
  ['/summer-2024?rc=ANNA-50', '/spring?from=old&rc=ANNA-50#join'],
  ['/pl/summer-2024', '/pl/spring?from=old#join'],
])('M14: the former address %s redirects permanently to %s in the language of the URL', (url, location) => {
  expect(decide(makeFacts({ url, acceptLanguage: 'fr' }), movedSite)).toMatchObject({
    kind: 'redirect',
    status: 301,
    location,
    cookies: [],
    vary: [],
  });
});

test.each<Partial<Facts>>([{ url: '/nowhere' }, { url: '/old/about.html', method: 'POST' }])(
  'M14: a former address without a document, or posted to, is not found: %j',
  (facts) => {
    expect(decide(makeFacts(facts), movedSite)).toMatchObject({ kind: 'page', status: 404 });
  },
);

test('M14: below a base path, and where every URL names its language, a former address keeps what it has of both', () => {
  const config = { ...movedSite.config, locales: { ...movedSite.config.locales, strategy: 'prefix' as const } };
  const based = makeSite({ deployment: { basePath: '/club/' }, config });
  const to = (url: string) => decide(makeFacts({ url }), based);
  expect(to('/club/old/about.html')).toMatchObject({ status: 301, location: '/club/about-us' });
  expect(to('/club/de/old/about.html')).toMatchObject({ status: 301, location: '/club/de/about-us' });
  expect(to('/old/about.html')).toMatchObject({ status: 404 });
});

const translatedSite = makeSite({
  documents: [{ id: 'landings/spring', slug: 'spring', addresses: { de: '/fruehling', pl: '/wiosna' } }],
  config: { redirects: { '/lenz': 'landings/spring' } },
});

test.each([
  ['/de/spring?rc=ANNA-50', 308, '/de/fruehling?rc=ANNA-50'],
  ['/pl/fruehling', 308, '/pl/wiosna'],
  ['/fr/wiosna', 308, '/fr/spring'],
  ['/fruehling', 308, '/spring'],
  ['/spring', 302, '/de/fruehling'],
  ['/de/lenz', 301, '/de/fruehling'],
])('P13: %s leads with %i to %s, the address in its language', (url, status, location) => {
  expect(decide(makeFacts({ url, acceptLanguage: 'de' }), translatedSite)).toMatchObject({
    kind: 'redirect',
    status,
    location,
  });
});

test('P13: at its address in a language, a document is the one that it is in all others', () => {
  const shown = decide(makeFacts({ url: '/de/fruehling' }), translatedSite);
  expect(shown).toMatchObject({
    kind: 'page',
    status: 200,
    document: 'landings/spring',
    locale: 'de',
    path: '/spring',
  });
});

test('P1: the root of a base path keeps its slash', () => {
  const based = makeSite({ deployment: { basePath: '/club/' } });
  expect(decide(makeFacts({ url: '/club?a=1' }), based)).toMatchObject({
    kind: 'redirect',
    status: 308,
    location: '/club/?a=1',
  });
  expect(decide(makeFacts({ url: '/club/' }), based)).toMatchObject({ kind: 'page', document: 'landings/default' });
});

test('P1: only reading is redirected', () => {
  expect(visit({ url: '/about-us/', method: 'POST' })).toMatchObject({ kind: 'page', document: 'pages/about-us' });
});

test('P2: what is not found is answered in place with the path that was asked for', () => {
  expect(visit({ url: '/no/where?x=1' })).toMatchObject({
    kind: 'page',
    status: 404,
    outcome: 'not-found',
    document: 'pages/error/404',
    locale: 'en',
    path: '/error/404',
    indexable: false,
    values: { path: '/no/where' },
  });
  expect(visit({ url: '/fr/no/where', acceptLanguage: 'de' })).toMatchObject({
    status: 404,
    locale: 'fr',
    values: { path: '/fr/no/where' },
  });
  expect(visit({ url: '/no/where', acceptLanguage: 'de' })).toMatchObject({ kind: 'page', status: 404, locale: 'de' });
  // Each link to another language would repeat it.
  const long = `/no/${'a'.repeat(8_000)}`;
  expect(visit({ url: long })).toMatchObject({ status: 404, values: { path: long.slice(0, 500), asked: '' } });
});

test('R24: a document that says that nothing is found there is answered with the page for that, under its own address', () => {
  const withdrawn = makeSite({ documents: [{ id: 'landings/sold-out', slug: 'sold-out', status: 404 }] });
  const decision = decide(makeFacts({ url: '/de/sold-out' }), withdrawn);
  expect(decision).toMatchObject({ status: 404, outcome: 'not-found', document: 'pages/error/404', locale: 'de' });
  expect(decision.kind === 'page' && decision.values).toEqual({
    path: '/de/sold-out',
    asked: '/sold-out',
    status: '404',
    statusMessage: 'Page Not Found: /de/sold-out',
  });
});

test('L11: the page that answers for other sites in demo mode is found there alone', () => {
  const demonstration = { document: 'pages/about-us' };
  const statusAt = (deployment: { demonstration?: true }): unknown =>
    decide(makeFacts({ url: '/about-us' }), makeSite({ config: { demonstration }, deployment }));
  expect(statusAt({})).toMatchObject({ status: 404, document: 'pages/error/404' });
  expect(statusAt({ demonstration: true })).toMatchObject({ status: 200, document: 'pages/about-us' });
});

test('R24: the page that reports an error answers with its status', () => {
  const failing = makeSite({ documents: [{ id: 'pages/error/500', route: '/error/500', status: 500 }] });
  expect(decide(makeFacts({ url: '/error/500' }), failing)).toMatchObject({
    status: 500,
    outcome: 'requested',
    indexable: false,
    values: { status: '500', statusMessage: 'Internal Server Error' },
  });
});

test('P2: the 404 page itself answers 404, in the visitor’s language', () => {
  expect(visit({ url: '/error/404' })).toMatchObject({
    status: 404,
    outcome: 'not-found',
    indexable: false,
    values: { path: '/error/404' },
  });
  expect(visit({ url: '/error/404', acceptLanguage: 'de' })).toMatchObject({
    kind: 'redirect',
    location: '/de/error/404',
  });
  expect(visit({ url: '/de/error/404' })).toMatchObject({ status: 404, locale: 'de' });
});

test('P2: below a base path the error page of client navigation answers 404', () => {
  const based = makeSite({ deployment: { basePath: '/club/' } });
  expect(decide(makeFacts({ url: '/club/acquisition/error/404' }), based)).toMatchObject({
    status: 404,
    document: 'pages/error/404',
  });
});

test('P5: the rest of the query travels in the language menu, one-time parameters do not', () => {
  const decision = visit({ url: '/de/about-us?utm=a+b&lang=de&_nav=1&u=https://a.example/?b' });
  expect(decision.kind === 'page' && decision.values).toEqual({ query: '&utm=a+b&u=https%3A%2F%2Fa.example%2F%3Fb' });
});

test('P5: campaign parameters leave a page shared', () => {
  const decision = visit({ url: '/de/about-us?utm_source=mail&gclid=1' });
  expect(decision).toMatchObject({ personal: false, values: {} });
});

test('P5: in-app navigation is redirected to an address without its own parameter', () => {
  expect(visit({ url: '/about-us?_nav=1&a=1', navigation: true, acceptLanguage: 'de' })).toMatchObject({
    location: '/de/about-us?a=1',
  });
});

test.each<[string, number, string, number | null]>([
  ['before its window a variant shows its base', opens - 1, 'landings/default', opens],
  ['inside its window a variant shows itself', opens, 'landings/black-friday', closes],
  ['after its window a variant shows its base', closes, 'landings/default', null],
])('P6: %s', (_, now, document, validUntil) => {
  expect(visit({ url: '/black-friday', now })).toMatchObject({
    status: 200,
    document,
    path: '/black-friday',
    validUntil,
  });
});

test('P6: outside its window a whole landing is not found', () => {
  expect(visit({ url: '/sale', now: opens - 1 })).toMatchObject({ status: 404, validUntil: opens });
  expect(visit({ url: '/sale', now: opens })).toMatchObject({ status: 200, validUntil: closes });
  expect(visit({ url: '/sale', now: closes })).toMatchObject({ status: 404, validUntil: null });
});

test('P7: facets are exactly the ones a document names', () => {
  expect(visit({ url: '/facets' })).toMatchObject({
    facets: {
      consent: 'unknown',
      season: 'summer',
      webView: 'no',
      'window:banner': 'before',
      'window:outer/inner': 'before',
    },
    validUntil: opens,
  });
  const redirectUrl = encodeURIComponent('https://login.example/?redirect_uri=com.example.app:/cb');
  const known = visit({
    url: `/de/facets?redirectUrl=${redirectUrl}`,
    cookies: { vitrine_consent: '' },
    now: closes,
  });
  expect(known).toMatchObject({
    facets: {
      consent: 'refused',
      season: 'summer',
      webView: 'yes',
      'window:banner': 'after',
      'window:outer/inner': 'before',
    },
    validUntil: nextRiddle,
    vary: ['Cookie', 'X-Season'],
  });
});

test('P7: A facet without a reader is an error', () => {
  const broken = makeSite({ documents: [{ id: 'pages/moon', route: '/moon', facets: ['moon'] }] });
  expect(() => decide(makeFacts({ url: '/moon' }), broken)).toThrow('The facet "moon" of pages-config/pages/moon.json');
});

test.each<[SessionFact, object]>([
  [{ state: 'none' }, { kind: 'redirect', status: 302, location: '/de/admin/signin?next=%2Fadmin%2Fwaitinglist' }],
  [{ state: 'unknown' }, { status: 503, outcome: 'unavailable', document: 'pages/error/500' }],
  [
    { state: 'open', role: 'member', journeys: {} },
    { kind: 'redirect', status: 302, location: '/de/admin/signin?next=%2Fadmin%2Fwaitinglist' },
  ],
  [
    { state: 'open', role: 'admin', journeys: {} },
    { status: 200, personal: true, vary: ['Cookie', 'Authorization'] },
  ],
])('P8: with the session %o an admin page answers accordingly', (session, expected) => {
  expect(visit({ url: '/de/admin/waitinglist', session })).toMatchObject(expected);
});

test('P8: guards run in order and the first refusal counts', () => {
  const steps: TraceStep[] = [];
  const facts = makeFacts({ url: '/closed', session: { state: 'none' } });
  expect(decide(facts, site, (step) => steps.push(step))).toMatchObject({ status: 403, outcome: 'denied' });
  expect(steps.filter(({ step }) => step === 'guard').map(({ note }) => note.split(':')[0])).toEqual([
    'Guard "locale"',
    'Guard "closed"',
  ]);
});

test('P8: a page with an unknown guard is an error, never open', () => {
  const broken = makeSite({ documents: [{ id: 'pages/moon', route: '/moon', guards: [{ name: 'moon' }] }] });
  expect(() => decide(makeFacts({ url: '/moon' }), broken)).toThrow('The guard "moon" does not exist');
});

test('P9: a document may keep itself, and the deny page always is, out of search engines', () => {
  expect(visit({ url: '/hidden' })).toMatchObject({ status: 200, indexable: false });
  expect(visit({ url: '/registration/deny' })).toMatchObject({ status: 200, indexable: false });
});

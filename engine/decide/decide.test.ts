import { expect, test } from 'vitest';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { decide } from './decide.ts';
import { closes, opens, site } from '#tests/helpers/sample-site.ts';
import type { CodeFact, Decision, Facts, SessionFact, TokenFact, TraceStep } from './types.ts';

const visit = (facts: Partial<Facts>): Decision => decide(makeFacts(facts), site);
const valid = (landing: string | null = null, inviterName: string | null = 'Ann'): CodeFact => ({
  state: 'valid',
  inviterName,
  landing,
});

test('a plain page is the same for everybody', () => {
  expect(visit({ url: '/about-us' })).toEqual({
    kind: 'page',
    status: 200,
    outcome: 'requested',
    document: 'pages/about-us',
    locale: 'en',
    path: '/about-us',
    arms: [],
    exposures: [],
    forced: false,
    facets: {},
    values: {},
    cookies: [],
    validUntil: null,
    indexable: true,
    personal: false,
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
])('D1: slashes too many in %s lead to %s', (url, location) => {
  expect(visit({ url, acceptLanguage: 'de' })).toMatchObject({ kind: 'redirect', status: 308, location, cookies: [] });
});

test('D1: the root of a base path keeps its slash', () => {
  const based = makeSite({ deployment: { basePath: '/club/' } });
  expect(decide(makeFacts({ url: '/club?a=1' }), based)).toMatchObject({
    kind: 'redirect',
    status: 308,
    location: '/club/?a=1',
  });
  expect(decide(makeFacts({ url: '/club/' }), based)).toMatchObject({ kind: 'page', document: 'landings/default' });
});

test('D1: only reading is redirected', () => {
  expect(visit({ url: '/about-us/', method: 'POST' })).toMatchObject({ kind: 'page', document: 'pages/about-us' });
});

test('D2: what is not found is answered in place with the path that was asked for', () => {
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
});

test('D2: the 404 page itself answers 404, in the visitor’s language', () => {
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

test('D2: below a base path the error page of client navigation answers 404', () => {
  const based = makeSite({ deployment: { basePath: '/club/' } });
  expect(decide(makeFacts({ url: '/club/acquisition/error/404' }), based)).toMatchObject({
    status: 404,
    document: 'pages/error/404',
  });
});

test.each<[string, CodeFact | undefined]>([
  ['does not exist', { state: 'not-found' }],
  ['was never looked up', undefined],
])('D3: a code in the path that %s is not found', (_, code) => {
  expect(visit({ url: '/ABCD', ...(code && { code }), acceptLanguage: 'de' })).toMatchObject({
    kind: 'page',
    status: 404,
    personal: true,
    values: { path: '/ABCD' },
  });
});

test('D3: a valid code shows its landing, greets with the inviter, and is not indexed', () => {
  expect(visit({ url: '/abcd', code: valid('landings/summer') })).toMatchObject({
    status: 200,
    document: 'landings/summer',
    path: '/summer',
    indexable: false,
    personal: true,
    values: { rc: 'ABCD', code: 'ABCD', name: 'Ann', query: '&rc=ABCD' },
  });
});

test.each<[string, CodeFact, object]>([
  ['names no landing', valid(null, null), { document: 'landings/default', values: { rc: 'ABCD', query: '&rc=ABCD' } }],
  ['names a landing without an address', valid('landings/vip'), { document: 'landings/vip', path: '/' }],
  ['names a landing that is gone', valid('landings/gone'), { document: 'landings/default' }],
  ['names a page', valid('pages/about-us'), { document: 'landings/default' }],
])('D3: a code that %s still shows a landing', (_, code, expected) => {
  expect(visit({ url: '/ABCD', code })).toMatchObject({ status: 200, indexable: false, ...expected });
});

test("D3: a member's code that names no landing leads to the site's landing for the invited", () => {
  const inviting = makeSite({
    documents: [{ id: 'landings/invitation' }],
    config: {
      documents: {
        notFound: 'pages/error/404',
        error: 'pages/error/500',
        denied: 'pages/registration/deny',
        invited: 'landings/invitation',
      },
    },
  });
  const landing = (code: CodeFact): unknown => decide(makeFacts({ url: '/ABCD', code }), inviting);
  expect(landing(valid(null, 'Ann'))).toMatchObject({ document: 'landings/invitation' });
  expect(landing(valid(null, null))).toMatchObject({ document: 'landings/default' });
});

test('D3: a code in the path survives a language redirect', () => {
  expect(visit({ url: '/ABCD?x=1', code: valid(), acceptLanguage: 'de' })).toMatchObject({
    kind: 'redirect',
    location: '/de/ABCD?x=1',
  });
});

test.each<[string, CodeFact, object]>([
  ['valid', valid(), { rc: 'ABCD', code: 'ABCD', name: 'Ann', query: '&rc=ABCD' }],
  [
    'refused',
    { state: 'refused', error: 'REGISTRATION_CODE_EXPIRED' },
    { rc: 'ABCD', rcError: 'REGISTRATION_CODE_EXPIRED', query: '&rc=ABCD' },
  ],
  [
    'unknown to the backend',
    { state: 'not-found' },
    { rc: 'ABCD', rcError: 'REGISTRATION_CODE_INVALID', query: '&rc=ABCD' },
  ],
  ['not looked up in time', { state: 'unknown' }, { rc: 'ABCD', query: '&rc=ABCD' }],
])('D4: a code in the query that is %s never hides the landing', (_, code, values) => {
  const decision = visit({ url: '/summer?rc=ABCD', code });
  expect(decision).toMatchObject({ status: 200, document: 'landings/summer', indexable: true });
  expect(decision.kind === 'page' && decision.values).toEqual(values);
});

test('D4: the signed timestamp of a link travels with a valid code only', () => {
  const url = '/summer?rc=ABCD&validityTimestamp=1.x';
  expect(visit({ url, code: valid() })).toMatchObject({ values: { code: 'ABCD', validityTimestamp: '1.x' } });
  const refused = visit({ url, code: { state: 'refused', error: 'REGISTRATION_CODE_EXPIRED' } });
  expect(refused.kind === 'page' && Object.keys(refused.values)).toEqual(['rc', 'rcError', 'query']);
});

test('D4: on the start page, which has no slug, a code in the query brings its landing', () => {
  expect(visit({ url: '/?rc=ABCD', code: valid('landings/vip') })).toMatchObject({
    document: 'landings/vip',
    path: '/',
  });
  expect(visit({ url: '/black-friday?rc=ABCD', code: valid('landings/vip'), now: opens })).toMatchObject({
    document: 'landings/black-friday',
  });
});

test('D5: the rest of the query travels in the language menu, one-time parameters do not', () => {
  const decision = visit({ url: '/de/about-us?utm=a+b&lang=de&_nav=1&u=https://a.example/?b' });
  expect(decision.kind === 'page' && decision.values).toEqual({ query: '&utm=a+b&u=https%3A%2F%2Fa.example%2F%3Fb' });
});

test('D5: campaign parameters leave a page shared', () => {
  const decision = visit({ url: '/de/about-us?utm_source=mail&gclid=1' });
  expect(decision).toMatchObject({ personal: false, values: {} });
});

test('D5: in-app navigation is redirected to an address without its own parameter', () => {
  expect(visit({ url: '/about-us?_nav=1&a=1', navigation: true, acceptLanguage: 'de' })).toMatchObject({
    location: '/de/about-us?a=1',
  });
});

test.each<[string, number, string, number | null]>([
  ['before its window a variant shows its base', opens - 1, 'landings/default', opens],
  ['inside its window a variant shows itself', opens, 'landings/black-friday', closes],
  ['after its window a variant shows its base', closes, 'landings/default', null],
])('D6: %s', (_, now, document, validUntil) => {
  expect(visit({ url: '/black-friday', now })).toMatchObject({
    status: 200,
    document,
    path: '/black-friday',
    validUntil,
  });
});

test('D6: outside its window a whole landing is not found', () => {
  expect(visit({ url: '/sale', now: opens - 1 })).toMatchObject({ status: 404, validUntil: opens });
  expect(visit({ url: '/sale', now: opens })).toMatchObject({ status: 200, validUntil: closes });
  expect(visit({ url: '/sale', now: closes })).toMatchObject({ status: 404, validUntil: null });
});

test('D7: facets are exactly the ones a document names', () => {
  expect(visit({ url: '/facets' })).toMatchObject({
    facets: {
      consent: 'unknown',
      inviter: 'unknown',
      webView: 'no',
      'window:banner': 'before',
      'window:outer/inner': 'before',
    },
    validUntil: opens,
  });
  const redirectUrl = encodeURIComponent('https://login.example/?redirect_uri=com.example.app:/cb');
  const known = visit({
    url: `/de/facets?rc=ABCD&redirectUrl=${redirectUrl}`,
    code: valid(),
    cookies: { vitrine_consent: '' },
    now: closes,
  });
  expect(known).toMatchObject({
    facets: {
      consent: 'known',
      inviter: 'known',
      webView: 'yes',
      'window:banner': 'after',
      'window:outer/inner': 'before',
    },
    validUntil: Date.UTC(2026, 11, 24),
    vary: ['Cookie'],
  });
});

test('D7: a code without an inviter’s name greets nobody', () => {
  expect(visit({ url: '/facets?rc=ABCD', code: valid(null, null) })).toMatchObject({ facets: { inviter: 'unknown' } });
});

test('D8: a visitor from a forbidden site gets the deny page in place, with code and referrer', () => {
  expect(visit({ url: '/summer?rc=ABCD', referrer: 'https://coupons.example/x', code: valid() })).toMatchObject({
    kind: 'page',
    status: 403,
    outcome: 'denied',
    document: 'pages/registration/deny',
    path: '/registration/deny',
    indexable: false,
    personal: true,
    values: { rc: 'ABCD', fref: 'https://coupons.example/x' },
    vary: ['Accept-Language', 'Cookie', 'Referer'],
  });
  expect(visit({ url: '/de/summer', referrer: 'https://friendly.example' })).toMatchObject({
    status: 200,
    personal: false,
    vary: ['Referer'],
  });
});

test.each<[string, TokenFact | undefined, number]>([
  ['valid', { state: 'valid', purpose: 'lobby', email: 'a@example.com', validUntil: 1 }, 200],
  [
    'for another purpose',
    { state: 'valid', purpose: 'social-second-step', email: 'a@example.com', validUntil: 1 },
    403,
  ],
  ['absent', { state: 'missing' }, 403],
  ['not checked', undefined, 403],
])('D8: with a token that is %s the lobby answers accordingly', (_, token, status) => {
  expect(visit({ url: '/lobby', ...(token && { token }) })).toMatchObject({ status, personal: true });
});

const lobbyToken = { state: 'valid', purpose: 'lobby', email: 'a@example.com', validUntil: 2 } as const;
const toNote = { purpose: 'lobby', email: 'a@example.com', validUntil: 2 };
const openedBefore = (email: string): SessionFact => ({
  state: 'open',
  role: 'visitor',
  opened: { lobby: { email, validUntil: 2 } },
});

test.each<[string, Partial<Facts>, object | undefined]>([
  ['the first time', {}, toNote],
  ['with another address than before', { session: openedBefore('b@example.com') }, toNote],
  ['once more', { session: openedBefore('a@example.com') }, undefined],
  ['by a prefetch', { prefetch: true }, undefined],
  ['by HEAD', { method: 'HEAD' }, undefined],
  ['by a form', { method: 'POST' }, undefined],
  ['by a token for something else', { token: { ...lobbyToken, purpose: 'social-second-step' } }, undefined],
])('G1: the token that opens the lobby is to be noted, when it is opened %s: %o → %o', (_, facts, expected) => {
  const decision = visit({ url: '/lobby', token: lobbyToken, ...facts });
  expect(decision.kind === 'page' && decision.opened).toEqual(expected);
});

test('G1: a page that asks for no token notes none', () => {
  expect(visit({ url: '/de/hidden', token: lobbyToken })).not.toHaveProperty('opened');
});

test('G1: a reload of the lobby without the token knows its address, for which nothing was done yet', () => {
  const reload = (session: SessionFact) => visit({ url: '/lobby', token: { state: 'missing' }, session });
  const opened = { lobby: { email: 'b@example.com', validUntil: 2 } };
  const used = { lobby: { email: 'a@example.com' } };
  for (const more of [{ opened }, { opened, used }])
    expect(reload({ state: 'open', role: 'visitor', ...more })).toMatchObject({
      status: 200,
      values: { lobbyEmail: 'b@example.com' },
    });
});

test.each<[SessionFact, object]>([
  [{ state: 'none' }, { kind: 'redirect', status: 302, location: '/de/admin/signin' }],
  [{ state: 'unknown' }, { status: 403, outcome: 'denied' }],
  [
    { state: 'open', role: 'member' },
    { status: 403, outcome: 'denied' },
  ],
  [
    { state: 'open', role: 'admin' },
    { status: 200, personal: true, vary: ['Cookie', 'Authorization'] },
  ],
])('D8: with the session %o an admin page answers accordingly', (session, expected) => {
  expect(visit({ url: '/de/admin/waitinglist', session })).toMatchObject(expected);
});

test('D8: guards run in order and the first refusal counts', () => {
  const steps: TraceStep[] = [];
  decide(makeFacts({ url: '/strict', referrer: 'https://coupons.example', session: { state: 'none' } }), site, (step) =>
    steps.push(step),
  );
  expect(steps.filter(({ step }) => step === 'guard').map(({ note }) => note.split(':')[0])).toEqual([
    'Guard "locale"',
    'Guard "forbidden-referrer"',
  ]);
});

test('D8: a page with an unknown guard is an error, never open', () => {
  const guards = [{ name: 'moon' }] as unknown as [{ name: 'admin' }];
  const broken = makeSite({ documents: [{ id: 'pages/moon', route: '/moon', guards }] });
  expect(() => decide(makeFacts({ url: '/moon' }), broken)).toThrow('The guard "moon" does not exist');
});

test('D9: a document may keep itself, and the deny page always is, out of search engines', () => {
  expect(visit({ url: '/hidden' })).toMatchObject({ status: 200, indexable: false });
  expect(visit({ url: '/registration/deny' })).toMatchObject({ status: 200, indexable: false });
});

import { expect, test } from 'vitest';
import { decide } from '#engine/decide/decide.ts';
import { match } from '#engine/decide/match.ts';
import type { Decision, Facts } from '#engine/decide/types.ts';
import { CHROME, createFacts, makeExperiment, visitorId } from '#tests/helpers/experiments.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { closes, opens, site } from '#tests/helpers/registration-sample-site.ts';
import type { CodeFact } from './facts.ts';
import { registration } from './index.ts';

const visit = (facts: Partial<Facts>): Decision => decide(makeFacts(facts), site);
const valid = (landing: string | null = null, inviterName: string | null = 'Ann'): CodeFact => ({
  state: 'valid',
  inviterName,
  landing,
});

test.each<[string, CodeFact | undefined]>([
  ['does not exist', { state: 'not-found' }],
  ['was never looked up', undefined],
])('P3: a code in the path that %s is not found', (_, code) => {
  expect(visit({ url: '/ABCD', code, acceptLanguage: 'de' })).toMatchObject({
    kind: 'page',
    status: 404,
    personal: true,
    values: { path: '/ABCD' },
  });
});

test('P3: a valid code shows its landing, greets with the inviter, and is not indexed', () => {
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
])('P3: a code that %s still shows a landing', (_, code, expected) => {
  expect(visit({ url: '/ABCD', code })).toMatchObject({ status: 200, indexable: false, ...expected });
});

test("P3: a member's code that names no landing leads to the site's landing for the invited", () => {
  const inviting = makeSite({
    journeys: [registration],
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

test('P3: a code in the path survives a language redirect', () => {
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
])('P4: a code in the query that is %s never hides the landing', (_, code, values) => {
  const decision = visit({ url: '/summer?rc=ABCD', code });
  expect(decision).toMatchObject({ status: 200, document: 'landings/summer', indexable: true });
  expect(decision.kind === 'page' && decision.values).toEqual(values);
});

test('P4: the signed timestamp of a link travels with a valid code only', () => {
  const url = '/summer?rc=ABCD&validityTimestamp=1.x';
  expect(visit({ url, code: valid() })).toMatchObject({ values: { code: 'ABCD', validityTimestamp: '1.x' } });
  const refused = visit({ url, code: { state: 'refused', error: 'REGISTRATION_CODE_EXPIRED' } });
  expect(refused.kind === 'page' && Object.keys(refused.values)).toEqual(['rc', 'rcError', 'query']);
});

test('P4: on the start page, which has no slug, a code in the query brings its landing', () => {
  expect(visit({ url: '/?rc=ABCD', code: valid('landings/vip') })).toMatchObject({
    document: 'landings/vip',
    path: '/',
  });
  expect(visit({ url: '/black-friday?rc=ABCD', code: valid('landings/vip'), now: opens })).toMatchObject({
    document: 'landings/black-friday',
  });
});

test('P7: A code without an inviter’s name shows no greeting', () => {
  expect(visit({ url: '/facets?rc=ABCD', code: valid(null, null) })).toMatchObject({ facets: { inviter: 'unknown' } });
});

test('P7: a valid code of a member greets with the inviter', () => {
  expect(visit({ url: '/de/facets?rc=ABCD', code: valid(), now: closes })).toMatchObject({
    facets: { inviter: 'known' },
    vary: ['Cookie'],
  });
  expect(visit({ url: '/de/facets', code: valid() })).toMatchObject({ facets: { inviter: 'unknown' } });
});
test.each([
  [
    'M3: one segment of code grammar is a code',
    '/ab-c1',
    { kind: 'claimed', code: 'AB-C1', path: '/ab-c1', needs: ['code'] },
  ],
  ['M3: a code may follow a prefix', '/fr/ABCD', { kind: 'claimed', code: 'ABCD', prefix: 'fr', path: '/ABCD' }],
  ['M3: three characters are not a code', '/abc', { kind: 'not-found', needs: [] }],
  ['M3: 33 characters are not a code', `/${'a'.repeat(33)}`, { kind: 'not-found' }],
  ['M3: two segments are not a code', '/abcd/efgh', { kind: 'not-found', path: '/abcd/efgh' }],
  [
    'M4: a landing takes a code from the query',
    '/summer?x&rc=ab-c1',
    { kind: 'landing', code: 'AB-C1', needs: ['code'] },
  ],
  ['M4: a page does not', '/about-us?rc=ABCD', { kind: 'page', needs: [] }],
  ['M4: what is not a code is ignored', '/summer?rc=%00', { kind: 'landing', needs: [] }],
  ['M8: only whole segments are reserved', '/apiary', { kind: 'claimed', code: 'APIARY' }],
])('%s', (_, url, expected) => {
  expect(match(url, site)).toMatchObject(expected);
});

test('M5: guards of pages that need a token say so', () => {
  expect(match('/lobby?token=x', site)).toMatchObject({ kind: 'page', needs: ['token', 'session'] });
});

const denying = makeSite({
  journeys: [registration],
  documents: [{ id: 'pages/registration/deny', route: '/registration/deny', facets: ['refusal'] }],
});

test.each<[string, string, CodeFact, string, string]>([
  ['its path', '/de/ABCD', { state: 'refused', error: 'REGISTRATION_CODE_NO_BALANCE_LEFT' }, 'exhausted', '&rc=ABCD'],
  [
    'the query of the deny page',
    '/de/registration/deny?rc=ABCD&validityTimestamp=1.x',
    { state: 'refused', error: 'REGISTRATION_CODE_EXPIRED' },
    'expired',
    '&rc=ABCD&validityTimestamp=1.x',
  ],
])(
  'R23: a code that is refused by %s is refused with the same words in every language',
  (_, url, code, refusal, query) => {
    expect(decide(makeFacts({ url, code }), denying)).toMatchObject({
      status: 403,
      outcome: 'denied',
      path: '/registration/deny',
      facets: { refusal },
      values: { rc: 'ABCD', query },
    });
  },
);

test('R23: links of a page at a code’s own path name that code alone', () => {
  expect(visit({ url: '/ABCD?rc=OTHER&x=1', code: valid() })).toMatchObject({ values: { query: '&rc=ABCD&x=1' } });
});

test('R23: The deny page without a code refuses no visitor', () => {
  const url = '/de/registration/deny?rc=%00';
  expect(decide(makeFacts({ url }), denying)).toMatchObject({ status: 200, facets: { refusal: 'invalid' } });
});

test('An experiment for guests of a code takes them alone, whether they come by its path or its query', () => {
  const { experiments: _, ...rest } = site;
  const summer = makeExperiment('summer', 'landings/default', {
    document: 'landings/summer',
    variations: [
      { key: 'one', variant: 'landings/summer', weight: 0.5 },
      { key: 'other', variant: 'landings/summer', weight: 0.5 },
    ],
    targeting: { codes: ['ABCD'] },
  });
  const tested = { ...rest, experiments: [summer] };
  const experiments = createFacts([summer]);
  const takesPart = (url: string): boolean => {
    const code = valid('landings/summer');
    const facts = makeFacts({ url, code, experiments, userAgent: CHROME, newVisitorId: visitorId(1) });
    const decision = decide(facts, tested);
    return decision.kind === 'page' && decision.exposures.some(({ experiment }) => experiment === 'summer');
  };
  expect(['/abcd', '/summer?rc=abcd'].map(takesPart)).toEqual([true, true]);
  expect(['/EFGH', '/summer?rc=EFGH', '/summer'].map(takesPart)).toEqual([false, false, false]);
});

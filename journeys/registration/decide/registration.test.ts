import { expect, test } from 'vitest';
import { decide } from '#engine/decide/decide.ts';
import { match } from '#engine/decide/match.ts';
import type { SessionFact } from '#engine/guards/facts.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeBlock, makeSite } from '#tests/helpers/make-site.ts';
import type { CodeFact, RegistrationFacts } from './facts.ts';
import { registration } from './index.ts';

const open = (own: RegistrationFacts): SessionFact => ({
  state: 'open',
  role: 'visitor',
  journeys: { registration: own },
});
const valid = (landing: string | null = null): CodeFact => ({ state: 'valid', inviterName: 'Ann', landing });

/** The screens of registration: blocks that announce forms, and documents with guards and facets of their own. */
const withForms = makeSite({
  journeys: [registration],
  documents: [
    { id: 'landings/default', blocks: [makeBlock({ id: 'code', type: 'access-code' })] },
    {
      id: 'landings/join',
      slug: 'join',
      blocks: [makeBlock({ id: 'join', type: 'registration-form', props: { step: 'leanStep1' } })],
    },
    { id: 'pages/registration/deny', route: '/registration/deny', facets: ['refusal'] },
    {
      id: 'pages/registration/formfinished',
      route: '/registration/formfinished',
      guards: [{ name: 'registration', step: 'finished' }],
      facets: ['registration'],
    },
    {
      id: 'pages/registration/gift-voucher',
      route: '/registration/gift-voucher',
      guards: [{ name: 'registration', step: 'activated' }],
    },
    {
      id: 'pages/registration/registrationformemailactivecomplete',
      route: '/registration/registrationformemailactivecomplete',
      guards: [{ name: 'registration', step: 'active' }],
    },
    {
      id: 'pages/registration/activateaccount',
      route: '/registration/activateaccount',
      blocks: [makeBlock({ id: 'activate', type: 'activation-form' })],
    },
    {
      id: 'pages/registration/activateaccountError',
      route: '/registration/activateaccountError',
      facets: ['activation'],
    },
  ],
});

test.each<[CodeFact['state'], number, string]>([
  ['unknown', 503, 'refusals.technical'],
  ['limited', 429, 'refusals.tooMany'],
])(
  'P3: a code in the path whose look-up is %s shows the start page, which says so at its form',
  (state, status, words) => {
    const code = { state } as CodeFact;
    expect(decide(makeFacts({ url: '/de/ABCD', code }), withForms)).toMatchObject({
      status,
      notice: { form: 'code', holes: { code: 'rc' }, errors: { code: words } },
      values: { rc: 'ABCD' },
    });
  },
);

test.each([
  ['INVITER_INVALID', 'invalid'],
  ['REFERER_INVALID', 'invalid'],
  ['REGISTRATION_CODE_INVALID', 'invalid'],
  ['REGISTRATION_CODE_EXPIRED', 'expired'],
  ['REGISTRATION_CODE_TIMESTAMP_MISSING', 'expired'],
  ['REGISTRATION_CODE_NO_BALANCE_LEFT', 'exhausted'],
  ['REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS', 'exhausted'],
] as const)('P3: a code in the path refused as %s is denied in place, and reported as %s', (error, refusal) => {
  const code: CodeFact = { state: 'refused', error };
  expect(decide(makeFacts({ url: '/fr/ABCD', code }), withForms)).toMatchObject({
    status: 403,
    outcome: 'denied',
    document: 'pages/registration/deny',
    facets: { refusal },
    values: { rc: 'ABCD' },
    personal: true,
  });
});

test.each<[string, CodeFact, object | undefined]>([
  ['valid', valid(), undefined],
  [
    'refused',
    { state: 'refused', error: 'INVITER_INVALID' },
    { form: 'code', errors: { code: 'refusals.invitationInvalid' } },
  ],
  ['unknown', { state: 'not-found' }, { form: 'code', errors: { code: 'errors.codeInvalid' } }],
])('P4: a code in the query that is %s is reported at the field for codes', (_, code, notice) => {
  const decision = decide(makeFacts({ url: '/de?rc=ABCD', code }), withForms);
  expect(decision).toMatchObject({ status: 200, outcome: 'requested', document: 'landings/default' });
  expect(decision.kind === 'page' && decision.notice).toEqual(notice && { ...notice, holes: { code: 'rc' } });
});

test('P4: without a field for codes the registration form says it', () => {
  expect(decide(makeFacts({ url: '/de/join?rc=ABCD', code: { state: 'not-found' } }), withForms)).toMatchObject({
    notice: { form: 'registration-step-1', errors: { code: 'errors.codeInvalid' } },
  });
});

test.each<[SessionFact | undefined, object]>([
  [undefined, { kind: 'redirect', status: 302, location: '/de' }],
  [{ state: 'none' }, { kind: 'redirect', location: '/de' }],
  [{ state: 'unknown' }, { kind: 'redirect', location: '/de' }],
  [open({}), { kind: 'redirect', location: '/de' }],
  [
    open({ registration: { step: 'started', email: 'a@example.com', hours: 24 } }),
    { kind: 'redirect', location: '/de' },
  ],
  [
    open({ registration: { step: 'activated', email: 'a@example.com', hours: 24 } }),
    { kind: 'redirect', location: '/de/registration/registrationformemailactivecomplete' },
  ],
  [
    open({ registration: { step: 'finished', email: 'a@example.com', hours: 24 } }),
    {
      status: 200,
      personal: true,
      values: { email: 'a@example.com', hours: '24\u00A0Stunden' },
      facets: { registration: 'finished' },
    },
  ],
])('P8: with the session %o the page after a registration answers accordingly', (session, expected) => {
  const facts = makeFacts({ url: '/de/registration/formfinished', session });
  expect(decide(facts, withForms)).toMatchObject(expected);
});

test.each<[SessionFact | undefined]>([
  [undefined],
  [{ state: 'none' }],
  [{ state: 'unknown' }],
  [open({ registration: { step: 'finished', email: 'a@example.com', hours: 24 } })],
])('G6: The session %o does not reveal that an account is active', (session) => {
  for (const screen of ['gift-voucher', 'registrationformemailactivecomplete']) {
    const facts = makeFacts({ url: `/de/registration/${screen}`, session });
    expect(decide(facts, withForms)).toMatchObject({ kind: 'redirect', status: 302, location: '/de' });
  }
});

test('P13: a page below /registration/ brings the visitor’s own values, written as the language writes them', () => {
  const voucher = {
    code: 'AB-CD',
    percent: 15,
    validUntil: Date.UTC(2026, 11, 4),
    minimumOrder: { amount: 10_000, currency: 'EUR' },
  };
  const session: SessionFact = open({ voucher });
  expect(decide(makeFacts({ url: '/de/registration/gift-voucher', session }), withForms)).toMatchObject({
    personal: true,
    values: {
      voucherCode: 'AB-CD',
      voucherPercent: '15\u00a0%',
      voucherUntil: '4.\u00A0Dezember\u00A02026',
      voucherMinimum: '100\u00a0€',
    },
  });
});

const token = 'Ab3_-'.repeat(8) + 'xYz';

test.each(['', '.', '>', ')', '%20', '%E2%80%8B', '&utm=100%', ',%20thank%20you'])(
  'P13: an activation page brings the token of its address up to %j, which no other site learns',
  (after) => {
    expect(
      decide(makeFacts({ url: `/de/registration/activateaccount?token=${token}${after}` }), withForms),
    ).toMatchObject({
      status: 200,
      document: 'pages/registration/activateaccount',
      personal: true,
      confidential: true,
      values: { token },
    });
  },
);

test.each([
  `?x=1&amp;token=${token}`,
  `?token=${token.slice(0, 20)}%0A${token.slice(20)}`,
  `?token=${token.slice(0, 20)}%20${token.slice(20)}`,
  `?token=${token.slice(0, 20)}=%0D%0A${token.slice(20)}`,
  `&token=${token}`,
])('P13: a token survives what mail programs make of its link: %s', (query) => {
  expect(decide(makeFacts({ url: `/de/registration/activateaccount${query}` }), withForms)).toMatchObject({
    document: 'pages/registration/activateaccount',
    values: { token },
  });
});

test.each(['', '?token=', '?token', '?token=abc', `?token=${token.slice(1)}`, `?token=${token}x`, '?token=%'])(
  'P13: an activation page at an address that ends with %j shows the error page in place',
  (query) => {
    expect(decide(makeFacts({ url: `/de/registration/activateaccount${query}` }), withForms)).toMatchObject({
      status: 200,
      document: 'pages/registration/activateaccountError',
      facets: { activation: 'invalid' },
    });
  },
);

test.each<[RegistrationFacts, string]>([
  [{ voucher: { code: 'AB-CD', percent: 10, validUntil: 0, minimumOrder: null } }, '/de/registration/gift-voucher'],
  [{ registration: { step: 'finished', email: 'a@example.com', hours: 24 } }, '/de/registration/formfinished'],
  [{ active: true }, '/de/registration/registrationformemailactivecomplete'],
])('P13: back on the activation page without its token, a visitor with %o is led to %s', (own, location) => {
  const session: SessionFact = open(own);
  const facts = makeFacts({ url: '/de/registration/activateaccount', session });
  expect(decide(facts, withForms)).toMatchObject({ kind: 'redirect', status: 302, location });
  const link = makeFacts({ url: `/de/registration/activateaccount?token=${token}`, session });
  expect(decide(link, withForms)).toMatchObject({ status: 200, document: 'pages/registration/activateaccount' });
});

test('P13: the error page distinguishes a failed attempt from an invalid link', () => {
  const url = '/de/registration/activateaccountError?reason=failed';
  expect(decide(makeFacts({ url }), withForms)).toMatchObject({ facets: { activation: 'failed' } });
});

const codeOnly = makeSite({
  journeys: [registration],
  config: {
    documents: {
      start: 'landings/code',
      notFound: 'pages/error/404',
      error: 'pages/error/500',
      denied: 'pages/registration/deny',
    },
  },
  documents: [
    { id: 'landings/code', slug: 'code', blocks: [makeBlock({ id: 'code', type: 'access-code' })] },
    { id: 'landings/join', slug: 'join' },
  ],
});

test.each<[string, string, CodeFact | undefined, object]>([
  ['without a code', '/de', undefined, { document: 'landings/code', path: '/' }],
  ['at its slug', '/de/code', undefined, { document: 'landings/code', path: '/' }],
  ['with a valid code', '/de?rc=ABCD', valid(), { document: 'landings/default', path: '/', values: { code: 'ABCD' } }],
  ['with a code of its own landing', '/de?rc=ABCD', valid('landings/join'), { document: 'landings/join' }],
  ['with an unknown code', '/de?rc=ABCD', { state: 'not-found' }, { document: 'landings/code' }],
  ['below a valid code', '/de/ABCD', valid(), { document: 'landings/default', path: '/' }],
  [
    'below a code that nobody can judge now',
    '/de/ABCD',
    { state: 'unknown' },
    { document: 'landings/code', status: 503 },
  ],
])('S5: while the site opens by codes only, a visitor %s gets the right landing', (_, url, code, expected) => {
  expect(decide(makeFacts({ url, code }), codeOnly)).toMatchObject(expected);
});

test('S5: what is refused about a code at the start page is reported at its field', () => {
  const code: CodeFact = { state: 'refused', error: 'INVITER_INVALID' };
  expect(decide(makeFacts({ url: '/de?rc=ABCD', code }), codeOnly)).toMatchObject({
    document: 'landings/code',
    notice: { form: 'code', holes: { code: 'rc' }, errors: { code: 'refusals.invitationInvalid' } },
  });
});

test('S3: the first step is prefilled for visitors who began it, and stays the same page for all others', () => {
  const draft = { email: 'a@example.com', country: 'SE' };
  const begunRegistration = { step: 'started', email: 'a@example.com', hours: 24, draft } as const;
  const begun: SessionFact = open({ registration: begunRegistration });
  expect(decide(makeFacts({ url: '/de/join', session: begun }), withForms)).toMatchObject({
    filled: { form: 'registration-step-1', values: draft },
    personal: true,
  });
  for (const session of [{ state: 'none' }, { state: 'unknown' }] satisfies SessionFact[]) {
    const decision = decide(makeFacts({ url: '/de/join', session }), withForms);
    expect(decision).toMatchObject({ personal: false, vary: ['Cookie'] });
    expect(decision).toHaveProperty('filled', undefined);
  }
  expect(decide(makeFacts({ url: '/de', session: begun }), withForms)).toHaveProperty('filled', undefined);
});

test('S3: a code in the path may lead to a landing with the first step, so the session is looked up with it', () => {
  expect(match('/de/ABCD', withForms).needs).toEqual(['code', 'session']);
  expect(match('/de/join', withForms).needs).toEqual(['session']);
  expect(match('/de', withForms).needs).toEqual([]);
});

test('G2: only a forbidden referrer is stored in the browser', () => {
  const code: CodeFact = { state: 'refused', error: 'INVITER_INVALID' };
  const facts = makeFacts({ url: '/fr/ABCD', code, referrer: 'https://friend.example/letter' });
  expect(decide(facts, withForms)).toMatchObject({ values: { rc: 'ABCD' } });
  expect(decide(facts, withForms)).not.toHaveProperty('values.fref');
  expect(decide({ ...facts, referrer: 'https://coupons.example/' }, withForms)).toHaveProperty(
    'values.fref',
    'https://coupons.example/',
  );
});

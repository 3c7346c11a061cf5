import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GuardFacts, SessionFact } from '#engine/guards/facts.ts';
import type { GuardResult } from '#engine/guards/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { Guard, JourneyDocument } from '#schemas/generated/documents.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { anyText } from '#tests/helpers/any-text.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import type { OpenRegistration, RegistrationFacts, TokenPurpose, VoucherFact } from '../facts.ts';
import { applied } from './applied.ts';
import { findForbidden, forbiddenReferrer } from './forbidden-referrer.ts';
import { registration } from './registration.ts';
import { tokenWithEmail } from './token-with-email.ts';

const site = makeSite({ journeys });
const answer = (result: GuardResult): string => (result.outcome === 'elsewhere' ? result.document : result.outcome);
const open = (own: RegistrationFacts): SessionFact => ({
  state: 'open',
  role: 'visitor',
  journeys: { registration: own },
});

const byReferrer = (referrer: string, its = site): string =>
  answer(forbiddenReferrer.check({ referrer }, its, { name: 'forbidden-referrer' }));
const byToken = (facts: Partial<GuardFacts>, purpose?: TokenPurpose): string =>
  answer(
    tokenWithEmail.check({ referrer: '', ...facts }, site, {
      name: 'token-with-email',
      purpose,
    }),
  );

test.each([
  ['https://coupons.example/deal?x=1', 'denied'],
  ['https://www.coupons.example', 'denied'],
  ['HTTP://A.B.COUPONS.EXAMPLE:8080/x', 'denied'],
  ['https://coupons.example./', 'denied'],
  ['https://mein-gutscheinportal.example/', 'denied'],
  ['https://search.example.org/?q=club', 'denied'],
  ['https://example.org/', 'allowed'],
  ['https://news.example.org/', 'allowed'],
  ['https://notcoupons.example/', 'allowed'],
  ['https://coupons.example.friendly.example/', 'allowed'],
  ['https://friendly.example/?from=https://coupons.example', 'allowed'],
  ['https://user@friendly.example/', 'allowed'],
  ['coupons.example', 'allowed'],
  ['javascript://coupons.example', 'allowed'],
  ['https://[', 'allowed'],
  ['https://www.example.com/landing', 'allowed'],
  ['', 'allowed'],
])('G2: a visitor from %j is %s', (referrer, expected) => {
  expect(byReferrer(referrer)).toBe(expected);
});

test('G2: the site’s own pages are never a forbidden referrer, whatever its name', () => {
  const own = makeSite({ deployment: { publicOrigin: 'https://www.gutscheinclub.example' } });
  expect(byReferrer('https://www.gutscheinclub.example/de', own)).toBe('allowed');
});

test('G2: web mail of a forbidden site is welcome, that site and its other subdomains are not', () => {
  const mailing = makeSite({ journeys, config: { welcomeReferrers: ['mail.coupons.example'] } });
  expect(byReferrer('https://mail.coupons.example/u/0', mailing)).toBe('allowed');
  expect(byReferrer('https://eu.mail.coupons.example/', mailing)).toBe('allowed');
  for (const other of ['https://coupons.example/', 'https://www.coupons.example/', 'https://hotmail.coupons.example/'])
    expect(byReferrer(other, mailing)).toBe('denied');
});

test('G2: an entry that is a public suffix never matches the sites below it', () => {
  expect(findForbidden('friendly.co.uk', { search: ['co.uk'] })).toBeNull();
});

test('G2: no referrer makes the guard throw', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.webUrl()), (referrer) => ['allowed', 'denied'].includes(byReferrer(referrer))),
  );
});

test.each([
  ['there is no token', undefined, 'denied'],
  ['the address carries none', { state: 'missing' }, 'denied'],
  ['it was refused', { state: 'refused' }, 'denied'],
  ['it could not be checked', { state: 'unknown' }, 'denied'],
  ['it carries no email', { state: 'valid', purpose: 'lobby', email: '', validUntil: 1 }, 'denied'],
  [
    'it was made for something else',
    { state: 'valid', purpose: 'social-second-step', email: 'a@example.com', validUntil: 1 },
    'denied',
  ],
  ['it fits', { state: 'valid', purpose: 'lobby', email: 'a@example.com', validUntil: 1 }, 'allowed'],
] as const)('G1: when %s, the visitor of the lobby is treated so: %o → %s', (_, token, expected) => {
  expect(byToken(token === undefined ? {} : { token }, 'lobby')).toBe(expected);
});

test.each([
  ['the lobby', 'lobby', 'allowed'],
  ['anything else', 'social-second-step', 'denied'],
  ['a page without a purpose', undefined, 'denied'],
] as const)('G1: a visitor who has used a lobby token sees without one: %s', (_, purpose, expected) => {
  const session = open({ used: { lobby: { email: 'a@example.com' } } });
  expect(byToken({ token: { state: 'missing' }, session }, purpose)).toBe(expected);
  expect(byToken({ token: { state: 'refused' }, session }, purpose)).toBe('denied');
});

test.each([
  ['the lobby', 'lobby', 'allowed'],
  ['anything else', 'social-second-step', 'denied'],
  ['a page without a purpose', undefined, 'denied'],
] as const)('G1: a visitor who has opened the lobby with a token sees without one: %s', (_, purpose, expected) => {
  const session = open({ opened: { lobby: { email: 'a@example.com', validUntil: 1 } } });
  expect(byToken({ token: { state: 'missing' }, session }, purpose)).toBe(expected);
  expect(byToken({ token: { state: 'refused' }, session }, purpose)).toBe('denied');
});

test.each<[SessionFact | undefined, string]>([
  [undefined, 'pages/membership-interest'],
  [{ state: 'unknown' }, 'pages/membership-interest'],
  [{ state: 'none' }, 'pages/membership-interest'],
  [{ state: 'open', role: 'visitor', journeys: {} }, 'pages/membership-interest'],
  [open({ applied: { email: 'a@example.com' } }), 'allowed'],
])('G7: with the session %o the confirmation of an application answers %s', (session, expected) => {
  const facts = { referrer: '', session };
  expect(answer(applied.check(facts, site, { name: 'applied' }))).toBe(expected);
});

const at = (step: OpenRegistration['step']): OpenRegistration => ({ step, email: 'a@example.com', hours: 24 });
const voucher: VoucherFact = { code: 'AB-CD', percent: 10, validUntil: 0, minimumOrder: null };
const ACTIVE = 'pages/registration/registrationformemailactivecomplete';

test.each<[SessionFact | undefined, NonNullable<Guard['step']>, string]>([
  [undefined, 'started', 'landings/default'],
  [{ state: 'none' }, 'started', 'landings/default'],
  [{ state: 'unknown' }, 'finished', 'landings/default'],
  [open({}), 'started', 'landings/default'],
  [open({ registration: at('started') }), 'finished', 'landings/default'],
  [open({ registration: at('finished') }), 'started', 'landings/default'],
  [open({ registration: at('activated') }), 'finished', ACTIVE],
  // Anyone who activated elsewhere is welcomed with the voucher.
  [open({ registration: at('activated'), voucher }), 'finished', 'pages/registration/gift-voucher'],
  [open({ voucher }), 'finished', 'pages/registration/gift-voucher'],
  [{ state: 'none' }, 'activated', 'landings/default'],
  [{ state: 'unknown' }, 'activated', 'landings/default'],
  [open({}), 'activated', 'landings/default'],
  [open({ registration: at('finished') }), 'activated', 'landings/default'],
  [open({ registration: at('activated') }), 'activated', 'allowed'],
  [open({ voucher }), 'activated', 'allowed'],
  [{ state: 'none' }, 'active', 'landings/default'],
  [open({ registration: at('finished') }), 'active', 'landings/default'],
  [open({ registration: at('activated') }), 'active', 'allowed'],
  [open({ voucher }), 'active', 'allowed'],
  [open({ active: true }), 'active', 'allowed'],
  [open({ active: true }), 'activated', ACTIVE],
  [open({ active: true }), 'finished', ACTIVE],
  [open({ active: true, voucher }), 'activated', 'allowed'],
  [open({ active: true, registration: at('finished') }), 'active', 'allowed'],
  [open({ active: true, registration: at('finished') }), 'activated', 'landings/default'],
  [open({ active: true, registration: at('finished') }), 'finished', 'allowed'],
  [open({ active: true, registration: at('started') }), 'started', 'allowed'],
  [open({ registration: at('started') }), 'started', 'allowed'],
  [open({ registration: at('finished') }), 'finished', 'allowed'],
])('G6: with the session %o a page of the step %s answers %s', (session, step, expected) => {
  const facts = { referrer: '', session };
  expect(answer(registration.check(facts, site, { name: 'registration', step }))).toBe(expected);
});

test('G2: a site that is forbidden only with a code may send ordinary visitors', () => {
  const check = (facts: Partial<GuardFacts>): string =>
    forbiddenReferrer.check({ referrer: 'https://coupons.example/', ...facts }, site, {
      name: 'forbidden-referrer',
      onlyWithCode: true,
    }).outcome;
  expect(check({})).toBe('allowed');
  expect(check({ code: { state: 'valid', inviterName: null, landing: null } })).toBe('denied');
});

test('Guards lead where the document of the journey says, and to the start page where it says nothing', () => {
  const documentOfSite = site.journeyDocuments.get('registration') as JourneyDocument;
  const leading = (guards: JourneyDocument['guards']) =>
    makeSite({ journeys, journeyDocuments: new Map([['registration', { ...documentOfSite, guards }]]) });
  const check = (its: Site): string =>
    answer(
      registration.check({ referrer: '', session: open({ voucher }) }, its, { name: 'registration', step: 'finished' }),
    );
  const toVoucher = { when: { registration: 'active', voucher: 'own' }, page: 'pages/registration/gift-voucher' };
  expect(check(leading({ registration: [toVoucher] }))).toBe('pages/registration/gift-voucher');
  expect(check(leading({}))).toBe('landings/default');
});

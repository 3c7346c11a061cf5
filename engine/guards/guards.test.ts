import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardNames } from '#schemas/generated/vocabulary.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { findForbidden, type GuardFacts, guardNamed, guards } from './index.ts';

const site = makeSite();
const outcome = (
  name: keyof typeof guards,
  facts: Partial<GuardFacts>,
  purpose?: 'lobby' | 'social-second-step',
): string => guards[name].check({ referrer: '', ...facts }, site, { name, purpose }).outcome;

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
  expect(outcome('forbidden-referrer', { referrer })).toBe(expected);
});

test('G2: the site’s own pages are never a forbidden referrer, whatever its name', () => {
  const own = makeSite({ deployment: { publicOrigin: 'https://www.gutscheinclub.example' } });
  const facts = { referrer: 'https://www.gutscheinclub.example/de' };
  expect(guards['forbidden-referrer'].check(facts, own, { name: 'forbidden-referrer' }).outcome).toBe('allowed');
});

test('G2: an entry that is a public suffix never matches the sites below it', () => {
  expect(findForbidden('friendly.co.uk', { search: ['co.uk'] })).toBeNull();
});

test('G2: no referrer makes the guard throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (referrer) =>
      ['allowed', 'denied'].includes(outcome('forbidden-referrer', { referrer })),
    ),
  );
});

test.each([
  ['there is no token', undefined, 'denied'],
  ['the address carries none', { state: 'missing' }, 'denied'],
  ['it was refused', { state: 'refused' }, 'denied'],
  ['it could not be checked', { state: 'unknown' }, 'denied'],
  ['it carries no email', { state: 'valid', purpose: 'lobby', email: '' }, 'denied'],
  [
    'it was made for something else',
    { state: 'valid', purpose: 'social-second-step', email: 'a@example.com' },
    'denied',
  ],
  ['it fits', { state: 'valid', purpose: 'lobby', email: 'a@example.com' }, 'allowed'],
] as const)('G1: when %s, the visitor of the lobby is treated so: %o → %s', (_, token, expected) => {
  expect(outcome('token-with-email', token === undefined ? {} : { token }, 'lobby')).toBe(expected);
});

test.each([
  ['the lobby', 'lobby', 'allowed'],
  ['anything else', 'social-second-step', 'denied'],
  ['a page without a purpose', undefined, 'denied'],
] as const)('G1: who has used a lobby token sees without one: %s', (_, purpose, expected) => {
  const session = { state: 'open', role: 'visitor', used: { lobby: {} } } as const;
  expect(outcome('token-with-email', { token: { state: 'missing' }, session }, purpose)).toBe(expected);
  expect(outcome('token-with-email', { token: { state: 'refused' }, session }, purpose)).toBe('denied');
});

test.each([
  ['the lobby', 'lobby', 'allowed'],
  ['anything else', 'social-second-step', 'denied'],
  ['a page without a purpose', undefined, 'denied'],
] as const)('G1: who has opened the lobby with a token sees without one: %s', (_, purpose, expected) => {
  const session = { state: 'open', role: 'visitor', opened: { lobby: {} } } as const;
  expect(outcome('token-with-email', { token: { state: 'missing' }, session }, purpose)).toBe(expected);
  expect(outcome('token-with-email', { token: { state: 'refused' }, session }, purpose)).toBe('denied');
});

test.each([
  [undefined, 'intro'],
  [{ state: 'unknown' }, 'intro'],
  [{ state: 'none' }, 'intro'],
  [{ state: 'open', role: 'visitor' }, 'intro'],
  [{ state: 'open', role: 'visitor', applied: {} }, 'allowed'],
] as const)('G6: with the session %o the confirmation of an application answers %s', (session, expected) => {
  expect(outcome('applied', session === undefined ? {} : { session })).toBe(expected);
});

test.each([
  [undefined, 'denied'],
  [{ state: 'unknown' }, 'denied'],
  [{ state: 'none' }, 'sign-in'],
  [{ state: 'open', role: 'member' }, 'denied'],
  [{ state: 'open', role: 'admin' }, 'allowed'],
] as const)('G3: with the session %o an admin page answers %s', (session, expected) => {
  expect(outcome('admin', session === undefined ? {} : { session })).toBe(expected);
});

test.each([
  [undefined, 'started', 'start'],
  [{ state: 'none' }, 'started', 'start'],
  [{ state: 'unknown' }, 'finished', 'start'],
  [{ state: 'open', role: 'visitor' }, 'started', 'start'],
  [{ state: 'open', role: 'visitor', registration: { step: 'started' } }, 'finished', 'start'],
  [{ state: 'open', role: 'visitor', registration: { step: 'finished' } }, 'started', 'start'],
  [{ state: 'open', role: 'visitor', registration: { step: 'activated' } }, 'finished', 'active'],
  [{ state: 'open', role: 'visitor', voucher: {} }, 'finished', 'active'],
  [{ state: 'none' }, 'activated', 'start'],
  [{ state: 'unknown' }, 'activated', 'start'],
  [{ state: 'open', role: 'visitor' }, 'activated', 'start'],
  [{ state: 'open', role: 'visitor', registration: { step: 'finished' } }, 'activated', 'start'],
  [{ state: 'open', role: 'visitor', registration: { step: 'activated' } }, 'activated', 'allowed'],
  [{ state: 'open', role: 'visitor', voucher: {} }, 'activated', 'allowed'],
  [{ state: 'none' }, 'active', 'start'],
  [{ state: 'open', role: 'visitor', registration: { step: 'finished' } }, 'active', 'start'],
  [{ state: 'open', role: 'visitor', registration: { step: 'activated' } }, 'active', 'allowed'],
  [{ state: 'open', role: 'visitor', voucher: {} }, 'active', 'allowed'],
  [{ state: 'open', role: 'visitor', active: true }, 'active', 'allowed'],
  [{ state: 'open', role: 'visitor', active: true }, 'activated', 'active'],
  [{ state: 'open', role: 'visitor', active: true }, 'finished', 'active'],
  [{ state: 'open', role: 'visitor', active: true, voucher: {} }, 'activated', 'allowed'],
  [{ state: 'open', role: 'visitor', active: true, registration: { step: 'finished' } }, 'active', 'allowed'],
  [{ state: 'open', role: 'visitor', active: true, registration: { step: 'finished' } }, 'activated', 'start'],
  [{ state: 'open', role: 'visitor', active: true, registration: { step: 'finished' } }, 'finished', 'allowed'],
  [{ state: 'open', role: 'visitor', active: true, registration: { step: 'started' } }, 'started', 'allowed'],
  [{ state: 'open', role: 'visitor', registration: { step: 'started' } }, 'started', 'allowed'],
  [{ state: 'open', role: 'visitor', registration: { step: 'finished' } }, 'finished', 'allowed'],
] as const)('G5: with the session %o a page of the step %s answers %s', (session, step, expected) => {
  const facts = { referrer: '', session };
  expect(guards.registration.check(facts, site, { name: 'registration', step }).outcome).toBe(expected);
});

test('G4: the locale guard turns nobody away', () => {
  expect(outcome('locale', { referrer: 'https://coupons.example' })).toBe('allowed');
});

test('G4: every guard of the schema is registered under its own name', () => {
  expect(guardNames.map((name) => guardNamed(name).name)).toEqual([...guardNames]);
});

test.each(['nothing', 'constructor', ''])('G4: the unknown guard %j is a clear error', (name) => {
  expect(() => guardNamed(name)).toThrow(`The guard "${name}" does not exist`);
});

test('G2: a site that is forbidden only with a code may send ordinary visitors', () => {
  const check = (facts: Partial<GuardFacts>): string =>
    guards['forbidden-referrer'].check({ referrer: 'https://coupons.example/', ...facts }, site, {
      name: 'forbidden-referrer',
      onlyWithCode: true,
    }).outcome;
  expect(check({})).toBe('allowed');
  expect(check({ code: { state: 'valid' } })).toBe('denied');
});

import { expect, test } from 'vitest';
import { makeSite } from '#tests/helpers/make-site.ts';
import { admin, staff } from './admin.ts';
import type { Guard } from '#schemas/generated/documents.ts';
import type { SessionFact } from './facts.ts';
import { guardNamed } from './index.ts';
import { locale } from './locale.ts';
import type { GuardDefinition } from './types.ts';

const site = makeSite();

test.each<[SessionFact | undefined, string]>([
  [undefined, 'unknown'],
  [{ state: 'unknown' }, 'unknown'],
  [{ state: 'none' }, 'sign-in'],
  [{ state: 'open', role: 'member', journeys: {} }, 'sign-in'],
  [{ state: 'open', role: 'holder', journeys: {} }, 'sign-in'],
  [{ state: 'open', role: 'admin', journeys: {} }, 'allowed'],
  [{ state: 'open', role: 'staff', journeys: {} }, 'allowed'],
  [{ state: 'open', role: 'visitor', journeys: {} }, 'sign-in'],
])('G3: with the session %o an admin page answers %s', (session, expected) => {
  const facts = { referrer: '', session };
  expect(admin.check(facts, site, { name: 'admin' }).outcome).toBe(expected);
});

test.each<[SessionFact, string | undefined, string]>([
  [{ state: 'open', role: 'staff', permissions: ['mails'], journeys: {} }, 'mails', 'allowed'],
  [{ state: 'open', role: 'staff', permissions: ['mails'], journeys: {} }, 'audit', 'no-permission'],
  [{ state: 'open', role: 'staff', permissions: ['mails'], journeys: {} }, undefined, 'no-permission'],
  [{ state: 'open', role: 'admin', journeys: {} }, 'mails', 'no-permission'],
  [{ state: 'open', role: 'member', journeys: {} }, 'mails', 'sign-in'],
  [{ state: 'none' }, 'mails', 'sign-in'],
])('G3: with the session %o a page for %s answers %s', (session, permission, expected) => {
  const options = { name: 'staff', permission } as Guard;
  expect(staff.check({ referrer: '', session }, site, options).outcome).toBe(expected);
});

test('G4: The locale guard refuses no visitor', () => {
  expect(locale.check({ referrer: 'https://coupons.example' }, site, { name: 'locale' }).outcome).toBe('allowed');
});

const solved: GuardDefinition = {
  name: 'solved',
  needs: [],
  reads: () => [],
  check: () => ({ outcome: 'denied', note: 'Nobody has solved it.' }),
};
const journeys = [{ name: 'riddles', guards: [solved] }, { name: 'quiet' }];

test('G4: a guard is one of the engine or of a journey of the site', () => {
  expect(guardNamed('admin', journeys)).toBe(admin);
  expect(guardNamed('locale', [])).toBe(locale);
  expect(guardNamed('solved', journeys)).toBe(solved);
});

test.each(['nothing', 'constructor', ''])('G4: the unknown guard %j is a clear error', (name) => {
  expect(() => guardNamed(name, journeys)).toThrow(
    `The guard "${name}" does not exist. A document may name "admin", "staff", "locale", "solved".`,
  );
});

test('G4: a guard of a journey that the site does not have is a clear error', () => {
  expect(() => guardNamed('solved', [])).toThrow('The guard "solved" does not exist');
});

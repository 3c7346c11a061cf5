import { expect, test } from 'vitest';
import type { Consent } from '#engine/shared/consent.ts';
import { EVENTS_COOKIE, readPendingEvents } from '#engine/shared/pending-events.ts';
import { buildPendingEventsCookies, buildPendingEventsCookie } from '#engine/decide/pending-events.ts';

const now = Date.UTC(2026, 10, 20);
const hashed = { user_email_sha256: 'ab'.repeat(32) };
const noted = (consent: Consent | null, before?: string) => {
  const cookies = { ...(before !== undefined && { [EVENTS_COOKIE]: before }) };
  return buildPendingEventsCookie([{ name: 'join_waitlist', fields: hashed }], { cookies, consent, now });
};
const listFields = (value: string | undefined) => readPendingEvents(value).map(({ fields }) => fields);

test('An event waits in full until the visitor answers about consent', () => {
  expect(listFields(noted(null)?.value)).toEqual([hashed]);
});

test('a refusal keeps it from being written at all', () => {
  expect(noted([])).toBeNull();
  expect(noted(['marketing'])).toBeNull();
});

test('a hash of the address is reported with consent to marketing only', () => {
  expect(listFields(noted(['statistics'])?.value)).toEqual([{}]);
  expect(listFields(noted(['statistics', 'marketing'])?.value)).toEqual([hashed]);
});

test('what waits already stays', () => {
  const first = noted(null)?.value;
  expect(listFields(noted(['statistics'], first)?.value)).toEqual([hashed, {}]);
});

test('a page that says the same again while it waits says nothing new', () => {
  const fired = [{ name: 'code_expired', ofPage: true }] as const;
  const { value = '' } = buildPendingEventsCookie(fired, { cookies: {}, consent: null, now }) ?? {};
  expect(buildPendingEventsCookie(fired, { cookies: { [EVENTS_COOKIE]: value }, consent: null, now })).toBeNull();
});

test('an event against its schema never reaches the browser', () => {
  const fields = { user_email_sha256: 'anna@example.com' };
  expect(
    buildPendingEventsCookie([{ name: 'join_waitlist', fields }], {
      cookies: {},
      consent: ['statistics', 'marketing'],
      now,
    }),
  ).toBeNull();
});

test('an answer leaves what it agrees to and forgets the rest', () => {
  const value = noted(null)?.value ?? '';
  const after = (consent: Consent) => buildPendingEventsCookies(consent, { [EVENTS_COOKIE]: value });
  expect(after(['statistics', 'marketing'])).toEqual([{ name: EVENTS_COOKIE, value, maxAge: null, httpOnly: false }]);
  expect(after(['statistics']).map((cookie) => listFields(cookie.value))).toEqual([[{}]]);
  expect(after([])).toEqual([{ name: EVENTS_COOKIE, value: '', maxAge: 0, httpOnly: false }]);
  expect(buildPendingEventsCookies([], {})).toEqual([]);
});

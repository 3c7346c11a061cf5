import { expect, test } from 'vitest';
import { EVENTS_COOKIE, readPendingEvents } from '#engine/base/pending-events.ts';
import { pendingEventsAfter, pendingEventsCookie } from '#engine/decide/pending-events.ts';

const now = Date.UTC(2026, 10, 20);
const hashed = { user_email_sha256: 'ab'.repeat(32) };
const noted = (consent: string | undefined, before?: string) => {
  const cookies = {
    ...(consent !== undefined && { vitrine_consent: consent }),
    ...(before !== undefined && { [EVENTS_COOKIE]: before }),
  };
  return pendingEventsCookie([{ name: 'join_waitlist', fields: hashed }], { cookies, now });
};
const fieldsOf = (value: string | undefined) => readPendingEvents(value).map(({ fields }) => fields);

test('an event waits while nobody has answered about consent, whole', () => {
  expect(fieldsOf(noted(undefined)?.value)).toEqual([hashed]);
});

test('a refusal keeps it from being written at all', () => {
  expect(noted('none.t3k9x.signature')).toBeNull();
  expect(noted('marketing.t3k9x.signature')).toBeNull();
});

test('a hash of the address is reported with consent to marketing only', () => {
  expect(fieldsOf(noted('statistics.t3k9x.signature')?.value)).toEqual([{}]);
  expect(fieldsOf(noted('statistics-marketing.t3k9x.signature')?.value)).toEqual([hashed]);
});

test('what waits already stays', () => {
  const first = noted(undefined)?.value;
  expect(fieldsOf(noted('statistics.t3k9x.signature', first)?.value)).toEqual([hashed, {}]);
});

test('a page that says the same again while it waits says nothing new', () => {
  const fired = [{ name: 'code_expired', ofPage: true }] as const;
  const { value = '' } = pendingEventsCookie(fired, { cookies: {}, now }) ?? {};
  expect(pendingEventsCookie(fired, { cookies: { [EVENTS_COOKIE]: value }, now })).toBeNull();
});

test('an event against its schema never reaches the browser', () => {
  const fields = { user_email_sha256: 'anna@example.com' };
  const cookies = { vitrine_consent: 'statistics-marketing.t3k9x.signature' };
  expect(pendingEventsCookie([{ name: 'join_waitlist', fields }], { cookies, now })).toBeNull();
});

test('an answer leaves what it agrees to and forgets the rest', () => {
  const value = noted(undefined)?.value ?? '';
  const after = (consent: string) => pendingEventsAfter(consent, { [EVENTS_COOKIE]: value });
  expect(after('statistics-marketing.t3k9x.signature')).toEqual([
    { name: EVENTS_COOKIE, value, maxAge: null, httpOnly: false },
  ]);
  expect(after('statistics.t3k9x.signature').map((cookie) => fieldsOf(cookie.value))).toEqual([[{}]]);
  for (const refusal of ['none.t3k9x.signature', ''])
    expect(after(refusal)).toEqual([{ name: EVENTS_COOKIE, value: '', maxAge: 0, httpOnly: false }]);
  expect(pendingEventsAfter('', {})).toEqual([]);
});

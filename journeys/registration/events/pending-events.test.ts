import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PendingEvent, readPendingEvents, writePendingEvents } from '#engine/shared/pending-events.ts';

const at = Date.UTC(2026, 10, 20, 12);
const hashed = 'ab'.repeat(32);

test('what happened is read as it was written, in its order', () => {
  const events: PendingEvent[] = [
    { name: 'successful_user_registration', at, fields: { newsletter: true, user_email_sha256: hashed } },
    { name: 'code_expired', at, fields: {}, ofPage: true },
    {
      name: 'account_active',
      at,
      fields: {},
      context: { route_name: 'landings/invitation___de', web_view: true, sourcePath: '/de/about-us' },
    },
  ];
  expect(readPendingEvents(writePendingEvents(events))).toEqual(events);
});

test('only what a schema allows is read, regardless of its author', () => {
  const forged = [
    'unknown_event~t3k9xz',
    'code_expired',
    'join_waitlist~t3k9xz~user_email_sha256*anna%2540example.com',
  ];
  expect(readPendingEvents(`${forged.join('!')}!code_expired~t3k9xz~@route_name*anna%2540example.com`)).toEqual([
    expect.not.objectContaining({ context: expect.anything() }),
  ]);
  fc.assert(fc.property(fc.string(), (text) => Array.isArray(readPendingEvents(text))));
});

test('a cookie holds the newest that fit', () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    name: 'join_waitlist',
    at: at + index * 1000,
    fields: { user_email_sha256: hashed },
  }));
  const written = writePendingEvents(many);
  expect(encodeURIComponent(written).length).toBeLessThan(3600);
  expect(readPendingEvents(written).at(-1)?.at).toBe(at + 59_000);
});

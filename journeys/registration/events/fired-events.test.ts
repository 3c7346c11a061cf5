import { expect, test, vi } from 'vitest';
import { createMetrics } from '#server/platform/observability/metrics.ts';
import { FiredEvents } from '#server/site/tracking/fired-events.ts';

function fired(production: boolean) {
  const converted = vi.fn<(event: string) => void>();
  return { events: new FiredEvents({ experiments: { converted }, production }), converted };
}

const stranger = { cookies: {}, consent: null };
const now = Date.UTC(2026, 10, 20);
const malformed = [{ name: 'join_waitlist', fields: { user_email_sha256: 'anna@example.com' } }];

test('conversions reach experiments, everything else the browser', () => {
  const { events, converted } = fired(false);
  const cookie = events.fire({ events: [{ name: 'registration_finished' }, { name: 'code_expired' }] }, stranger, now);
  expect(converted.mock.calls.map(([event]) => event)).toEqual(['registration_finished']);
  expect(cookie?.value).toMatch(/^code_expired~/);
});

test.each([[[{ name: 'something_else' }]], [malformed]])('outside production %j is a mistake that stops', (wrong) => {
  expect(() => fired(false).events.fire({ events: wrong }, stranger, now)).toThrow(/event/);
});

test('in production it is dropped and counted, and never reported', async () => {
  const { events } = fired(true);
  expect(events.fire({ events: malformed }, { cookies: {}, consent: ['statistics', 'marketing'] }, now)).toBeNull();
  const text = await createMetrics(events.metrics).read();
  expect(text).toContain('vitrine_events_total{event="join_waitlist",result="dropped"} 1');
  expect(text).not.toContain('anna');
});

import { expect, test } from 'vitest';
import { afterRegistration } from '#server/entrances/do/after-registration.ts';
import { conversionOf } from './conversion-of.ts';

const place = { document: { kind: 'landing', facets: [] }, path: '/', linkedCode: null, values: {} } as const;
const registration = { handle: 'handle', email: 'anna@example.com' };

test('a registration counts once it is finished', () => {
  const answer = { outcome: 'registered', registration: 'handle', email: registration.email } as const;
  expect(conversionOf(afterRegistration(answer, { ...place, session: {} }))).toBe('registration_finished');
});

test('an address that is active already counts for nothing, whatever its visitor registered before', () => {
  const answer = { outcome: 'already-active' } as const;
  expect(conversionOf(afterRegistration(answer, { ...place, session: { registration } }))).toBeNull();
});

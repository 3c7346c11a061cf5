import { expect, test } from 'vitest';
import { agreesTo } from '#engine/shared/consent.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { buildConsentCookie, type ConsentRecord, isCurrent, readSignedConsent } from './consent-record.ts';

const readConsentRecord = (
  ...[keys, value, now]: readonly [...Parameters<typeof readSignedConsent>, number]
): ConsentRecord | null => {
  const record = readSignedConsent(keys, value);
  return record !== null && isCurrent(record, now) ? record : null;
};

const { consent: keys } = deriveSecrets('a secret of thirty-two bytes or more');
const at = Date.UTC(2026, 10, 20);
const DAY = 24 * 3600 * 1000;

test('The record says what was agreed to and when, and is valid for half a year', () => {
  const { value, httpOnly, maxAge } = buildConsentCookie(keys, { granted: ['statistics', 'marketing'], at });
  expect(readConsentRecord(keys, value, at)).toEqual({ granted: ['statistics', 'marketing'], at });
  expect(readConsentRecord(keys, value, at + 179 * DAY)).not.toBeNull();
  expect(readConsentRecord(keys, value, at + 181 * DAY)).toBeNull();
  expect({ httpOnly, maxAge }).toEqual({ httpOnly: false, maxAge: 180 * 24 * 3600 });
});

test('a refusal is an answer too', () => {
  const { value } = buildConsentCookie(keys, { granted: [], at });
  expect(readConsentRecord(keys, value, at)).toEqual({ granted: [], at });
  expect(agreesTo(value, 'statistics')).toBe(false);
});

test('what decides about pages reads the same purposes', () => {
  const { value } = buildConsentCookie(keys, { granted: ['statistics'], at });
  expect(agreesTo(value, 'statistics')).toBe(true);
  expect(agreesTo(value, 'marketing')).toBe(false);
});

test('A forged or changed record is ignored', () => {
  const { value } = buildConsentCookie(keys, { granted: [], at });
  const { consent: others } = deriveSecrets('another secret of thirty-two bytes or more');
  expect(readConsentRecord(others, value, at)).toBeNull();
  for (const forged of [value.replace('none', 'marketing'), `${value}x`, 'all', '', '.', 'none.0.']) {
    expect(readConsentRecord(keys, forged, at)).toBeNull();
  }
});

test('the record holds to the second, and for any of the secrets that are known', () => {
  const { value } = buildConsentCookie(keys, { granted: ['statistics'], at });
  const end = at + 180 * DAY;
  expect([readConsentRecord(keys, value, end)?.at, readConsentRecord(keys, value, end + 1)]).toEqual([at, null]);
  const { consent: both } = deriveSecrets(
    'another secret of thirty-two bytes or more,a secret of thirty-two bytes or more',
  );
  expect(readConsentRecord(both, value, at)).toEqual({ granted: ['statistics'], at });
});

test('the cookie holds purposes, seconds and 128 bits of a signature', () => {
  const { value } = buildConsentCookie(keys, { granted: ['statistics', 'marketing'], at: at + 999 });
  expect(value).toMatch(/^statistics-marketing\.[0-9a-z]{6}\.[A-Za-z0-9_-]{22}$/);
  expect(value.split('.')[1]).toBe((at / 1000).toString(36));
});

import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { checkLinkTimestamp, signLinkTimestamp } from './link-timestamp.ts';

const OLD = 'the first secret that has been in use for years';
const NEW = 'the second secret that replaced the first one';
const NOW = Date.UTC(2026, 10, 20, 10);
const secrets = deriveSecrets(OLD);

describe('timestamps of generated links', () => {
  const signed = signLinkTimestamp(secrets.link, 'ABCD1234', NOW + 60_000);
  const check = (value: string | null | undefined, code = 'ABCD1234', now = NOW) =>
    checkLinkTimestamp(secrets.link, code, value, now);

  test('are valid until their end, expired afterwards, and missing when removed', () => {
    expect(check(signed)).toBe('valid');
    expect(check(signed, 'ABCD1234', NOW + 60_000)).toBe('expired');
    expect([check(undefined), check(null), check('')]).toEqual(['missing', 'missing', 'missing']);
  });

  test('are understood by every release: seconds and 128 bits of an HMAC-SHA-256 over code and time', () => {
    const seconds = NOW / 1_000 + 60;
    const [key] = secrets.link;
    const whole = createHmac('sha256', key.bytes).update(`link\nABCD1234\n${seconds}`).digest();
    expect(signed).toBe(`${seconds}.${whole.subarray(0, 16).toString('base64url')}`);
  });

  test('every single altered character makes them invalid', () => {
    const answers = [...signed].map((character, at) =>
      check(signed.slice(0, at) + (character === '7' ? '8' : '7') + signed.slice(at + 1)),
    );
    expect(new Set(answers)).toEqual(new Set(['invalid']));
  });

  test('belong to one code and to one secret', () => {
    expect(check(signed, 'ABCD1235')).toBe('invalid');
    expect(checkLinkTimestamp(deriveSecrets(NEW).link, 'ABCD1234', signed, NOW)).toBe('invalid');
    expect(checkLinkTimestamp(deriveSecrets(`${NEW},${OLD}`).link, 'ABCD1234', signed, NOW)).toBe('valid');
  });

  test.each([
    '0',
    `${signed}.`,
    `${signed}A`,
    ` ${signed}`,
    signed.replace('.', ','),
    `-${signed}`,
    `1e9${signed}`,
    '1'.repeat(100_000),
  ])('refuse the malformed %#', (value) => {
    expect(check(value)).toBe('invalid');
  });
});

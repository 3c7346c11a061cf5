import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { SECRET } from '#tests/helpers/secret.ts';
import { deriveSecrets } from './secrets.ts';
import { computeSignature } from './signature.ts';

test('a signature is the HMAC-SHA-256 of its kind and content, whatever its length and script', () => {
  const [key] = deriveSecrets(SECRET).visitor;
  const contents = ['', 'short-hero__0*short', 'Zażółć gęślą jaźń 🎟', 'a'.repeat(4_096), 'é'.repeat(40_000), 'again'];
  for (const content of contents) {
    const expected = createHmac('sha256', key.bytes).update(`assignments/${content}`).digest('base64url').slice(0, 22);
    expect(computeSignature(key, 'assignments', content)).toBe(expected);
  }
});

import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { SECRET } from '#tests/helpers/secret.ts';
import { deriveSecrets } from './secrets.ts';
import { computeSignature, prepareSignature } from './signature.ts';

test('a signature is the HMAC-SHA-256 of its kind and content, whatever its length and script', () => {
  const [key] = deriveSecrets(SECRET).visitor;
  const contents = ['', 'short-hero__0*short', 'Zażółć gęślą jaźń 🎟', 'a'.repeat(4_096), 'é'.repeat(40_000), 'again'];
  const prepared = prepareSignature(key, 'assignments', ' and the end ✓');
  for (const content of [...contents, 'short-hero__0*other', 'final']) {
    const expected = createHmac('sha256', key.bytes).update(`assignments/${content}`).digest('base64url').slice(0, 22);
    expect(computeSignature(key, 'assignments', content)).toBe(expected);
    expect(prepared(content)).toBe(computeSignature(key, 'assignments', `${content} and the end ✓`));
  }
});

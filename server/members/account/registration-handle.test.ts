import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { makeRegistrationHandle, readRegistrationHandle } from './registration-handle.ts';

const secrets = deriveSecrets('the first secret that has been in use for years');

test('a registration handle opens only what this server signed', () => {
  const id = 'A'.repeat(22);
  const handle = makeRegistrationHandle(secrets.handle, id);
  expect(readRegistrationHandle(secrets.handle, handle)).toBe(id);
  expect(readRegistrationHandle(secrets.handle, handle.replace(/^A/, 'B'))).toBeNull();
  expect(
    readRegistrationHandle(secrets.handle, `${id}.${createHmac('sha256', 'guess').update(id).digest('base64url')}`),
  ).toBeNull();
  expect(
    readRegistrationHandle(deriveSecrets('the second secret that replaced the first one').handle, handle),
  ).toBeNull();
});

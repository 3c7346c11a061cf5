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

test('a handle is understood by every release, and while any of the secrets is known that signed it', () => {
  const id = 'A'.repeat(22);
  const [key] = secrets.handle;
  const signature = createHmac('sha256', key.bytes).update(`registration\n${id}`).digest('base64url');
  expect(makeRegistrationHandle(secrets.handle, id)).toBe(`${id}.${signature}`);
  const both = deriveSecrets(
    'the second secret that replaced the first one,the first secret that has been in use for years',
  );
  expect(readRegistrationHandle(both.handle, `${id}.${signature}`)).toBe(id);
});

test('A malformed handle is refused', () => {
  const handle = makeRegistrationHandle(secrets.handle, 'A'.repeat(22));
  for (const value of [
    '',
    '.',
    handle.slice(0, 22),
    `x${handle}`,
    handle + handle,
    `${handle} `,
    `${handle}A`,
    handle.slice(1),
    handle.slice(0, -1),
  ])
    expect(readRegistrationHandle(secrets.handle, value), value).toBeNull();
});

import { expect, test } from 'vitest';
import { namesThisServer } from './known-host.ts';

const demo = namesThisServer({ mode: 'demo', publicOrigin: 'https://demo.example:8443' });
const names = (host: string): boolean => demo({ headers: { host } });

test.each([
  'localhost',
  'localhost:3000',
  'LOCALHOST',
  '127.0.0.1:3000',
  '[::1]:3000',
  'demo.example',
  'demo.example:8443',
])('the demo answers %s', (host) => expect(names(host)).toBe(true));

test.each([
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '10.0.0.1',
  '',
  'a b',
])('the demo does not answer "%s", which may be a foreign name for this machine', (host) =>
  expect(names(host)).toBe(false),
);

test('in production the proxy in front knows the names', () => {
  const production = namesThisServer({ mode: 'production', publicOrigin: 'https://www.example.com' });
  expect(production({ headers: { host: '10.0.0.1' } })).toBe(true);
});

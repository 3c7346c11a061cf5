import { expect, test } from 'vitest';
import { createHostCheck } from './direct-requests.ts';

const direct = {
  headers: { host: 'localhost:3000' },
  httpVersionMajor: 1,
  httpVersionMinor: 1,
  socket: { remoteAddress: '127.0.0.1' },
};
const demo = createHostCheck({ mode: 'demo' });
const production = createHostCheck({ mode: 'production' });
const named = (host: string | undefined) => ({ ...direct, headers: { host } });

test.each(['localhost', 'localhost:3000', 'LOCALHOST', 'club.localhost', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000'])(
  'the demo answers %s',
  (host) => expect(demo(named(host))).toBe(true),
);

test.each([
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  'notlocalhost',
  '127.0.0.1.evil.example',
  '10.0.0.1',
  '',
  'a b',
  undefined,
])('the demo does not answer "%s", which may be a foreign name for this machine', (host) => {
  expect(demo(named(host))).toBe(false);
  expect(production(named(host))).toBe(true);
});

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('the demo answers a connection from %s', (address) =>
  expect(demo({ ...direct, socket: { remoteAddress: address } })).toBe(true),
);

test.each(['10.0.0.7', '192.168.1.2', '2001:db8::1', '::ffff:10.0.0.7', undefined])(
  'the demo does not answer a connection from %s',
  (remoteAddress) => {
    expect(demo({ ...direct, socket: { remoteAddress } })).toBe(false);
    expect(production({ ...direct, socket: { remoteAddress } })).toBe(true);
  },
);

test.each([
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded',
  'x-original-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'cdn-loop',
  'fastly-client-ip',
  'fly-client-ip',
  'x-amzn-trace-id',
  'x-azure-clientip',
  'x-appengine-user-ip',
  'x-envoy-external-address',
])('the demo does not answer what a proxy handed on with %s', (header) => {
  const request = { ...direct, headers: { ...direct.headers, [header]: '127.0.0.1' } };
  expect(demo(request)).toBe(false);
  expect(production(request)).toBe(true);
});

test('the demo does not answer HTTP/1.0, which proxies speak that add no header, and lets browsers send what they do', () => {
  expect(demo({ ...direct, httpVersionMinor: 0 })).toBe(false);
  const headers = { ...direct.headers, 'user-agent': 'x', 'x-correlation-id': 'x', 'sec-fetch-site': 'none', dnt: '1' };
  expect(demo({ ...direct, headers })).toBe(true);
});

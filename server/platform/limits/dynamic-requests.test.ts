import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { DynamicRequests } from './dynamic-requests.ts';

const makeRequest = (headers: Readonly<Record<string, string>> = {}): IncomingMessage =>
  // The checked edge: only headers are read.
  ({ headers }) as unknown as IncomingMessage;

function limited(network = '192.0.2.1') {
  let now = 1_000_000;
  const networks = { present: network };
  const requests = new DynamicRequests({
    limit: { max: 40, windowSeconds: 1 },
    ipv6SiteFactor: 4,
    readNetwork: () => networks.present,
    now: () => now,
  });
  const admitted = (times: number, ask: () => boolean): number =>
    Array.from({ length: times }, ask).filter((isAdmitted) => isAdmitted).length;
  return { requests, admitted, networks, pass: (milliseconds: number) => void (now += milliseconds) };
}

test('a network gets what it may at once, and then evenly: none of it is saved up beyond that', () => {
  const { requests, admitted, pass } = limited();
  const page = (): boolean => requests.admitPage(makeRequest());
  expect(admitted(100, page)).toBe(40);
  pass(25);
  expect(admitted(100, page)).toBe(1);
  pass(250);
  expect(admitted(100, page)).toBe(10);
  pass(3_600_000);
  expect(admitted(100, page)).toBe(40);
});

test('other requests count more, and more with what they bring, also if they do not say how much that is', () => {
  for (const [headers, most] of [
    [{}, 10],
    [{ 'content-length': '1023' }, 10],
    [{ 'content-length': '16384' }, 2],
    [{ 'content-length': '99999999' }, 2],
    [{ 'transfer-encoding': 'chunked' }, 2],
  ] as const) {
    const { requests, admitted } = limited();
    expect([headers, admitted(100, () => requests.admit(makeRequest(headers)))]).toEqual([headers, most]);
  }
});

test('a route may count more than others', () => {
  const { requests, admitted } = limited();
  expect(admitted(100, () => requests.admit(makeRequest(), 12))).toBe(4);
});

test('what pages of other sites ask for takes nothing from the network of their visitors', () => {
  const { requests, admitted } = limited();
  const elsewhere = makeRequest.bind(null, { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' });
  expect(admitted(100, () => requests.admit(elsewhere()))).toBe(10);
  expect(admitted(100, () => requests.admit(makeRequest()))).toBe(10);
});

test('no network takes from another one, and those of one household share', () => {
  const { requests, admitted, networks } = limited('2001:db8:0:1::/64');
  const page = (): boolean => requests.admitPage(makeRequest());
  const all = Array.from({ length: 256 }, (_none, index) => {
    networks.present = `2001:db8:0:${index.toString(16)}::/64`;
    return admitted(2, page);
  });
  expect(all.reduce((sum, each) => sum + each)).toBe(160);
  networks.present = '2001:db8:0:100::/64';
  expect(admitted(100, page)).toBe(40);
});

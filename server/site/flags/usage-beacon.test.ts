import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { consentCookies } from '#tests/helpers/consent-cookie.ts';
import { startExperimentServer } from '#tests/helpers/experiment-server.ts';
import { CHROME, makeExperiment } from '#tests/helpers/experiments.ts';
import { UsageBeacon } from './usage-beacon.ts';

let service: Server;
let host: string;
let status: number;
/** Milliseconds before the service answers. */
let slowness: number;
/** The events of each request. */
const reported: { readonly key: string | null; readonly events: { readonly key: string; readonly on: boolean }[] }[] =
  [];

beforeEach(async () => {
  reported.length = 0;
  status = 200;
  slowness = 0;
  service = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    reported.push({ key: searchParams.get('key'), events: JSON.parse(searchParams.get('events') ?? '[]') });
    setTimeout(() => response.writeHead(status).end(), slowness);
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  host = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});

afterEach(() => void service.close());

const writeHeader = ({ vitrine_consent: value }: ReturnType<typeof consentCookies>): string =>
  `vitrine_consent=${value}`;
const use = (index: number) => ({ feature: `feature-${index}`, on: index % 2 === 0 });

test('uses are reported together, in requests of fifty at most', async () => {
  const beacon = new UsageBeacon({ host, key: 'rt-key', log: { warn: () => undefined } });
  for (let index = 0; index < 120; index += 1) beacon.add([use(index)]);
  expect(reported).toEqual([]);
  await beacon.flush();
  expect(reported.map(({ key, events }) => [key, events.length])).toEqual([
    ['rt-key', 50],
    ['rt-key', 50],
    ['rt-key', 20],
  ]);
  expect(reported[0]?.events.slice(0, 2)).toEqual([
    { key: 'feature-0', on: true },
    { key: 'feature-1', on: false },
  ]);
});

test('a service that is out is logged once and costs nothing but the uses', async () => {
  const warnings: unknown[] = [];
  const beacon = new UsageBeacon({ host, key: 'k', log: { warn: (_fields, message) => void warnings.push(message) } });
  status = 500;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    beacon.add([use(attempt)]);
    await beacon.flush();
  }
  expect(warnings).toEqual(['Reporting the usage of feature flags failed.']);
  status = 200;
  beacon.add([use(7)]);
  await beacon.flush();
  expect(reported.at(-1)?.events).toEqual([{ key: 'feature-7', on: false }]);
});

test('a slow service does not make a stop wait for each request', async () => {
  const times = { intervalMs: 60_000, timeoutMs: 300 };
  const beacon = new UsageBeacon({ host, key: 'k', log: { warn: () => undefined }, times });
  slowness = 100;
  beacon.add(Array.from({ length: 1_000 }, (_, index) => use(index)));
  await beacon.flush();
  expect(reported.length).toBeLessThan(5);
});

test.each([
  ['with consent', 'rt-key', consentCookies(['statistics', 'marketing']), 1],
  ['with a refusal', 'rt-key', consentCookies([]), 0],
  ['with a forged consent', 'rt-key', { vitrine_consent: 'statistics.0.forged' }, 0],
  ['without a key', '', consentCookies(), 0],
])(
  'A page reveals which feature decided about it only to permitted visitors: %s',
  async (_what, key, consent, requests) => {
    const site = await startExperimentServer({
      experiments: [makeExperiment('hero', 'landings/short')],
      landings: [{ id: 'landings/short', bases: ['landings/default'] }],
      env: { GROWTHBOOK_REALTIME_HOST: host, ...(key !== '' && { GROWTHBOOK_REALTIME_KEY: key }) },
    });
    const headers = { 'user-agent': CHROME, cookie: writeHeader(consent) };
    for (let visit = 0; visit < 3; visit += 1) await (await fetch(`${site.origin}/en`, { headers })).text();
    // A stop reports what waits.
    await site.stop();
    expect(reported).toHaveLength(requests);
    expect(reported.flatMap(({ events }) => events)).toEqual(
      Array.from({ length: requests * 3 }, () => ({ key: 'page.landings/default|hero', on: true })),
    );
  },
);

test('browsers report which flags they read, within consent and from pages of this site alone', async () => {
  const site = await startExperimentServer({
    experiments: [makeExperiment('hero', 'landings/short')],
    landings: [{ id: 'landings/short', bases: ['landings/default'] }],
    env: { GROWTHBOOK_REALTIME_HOST: host, GROWTHBOOK_REALTIME_KEY: 'rt-key' },
  });
  const post = async (body: string, more: Readonly<Record<string, string>> = {}): Promise<number> => {
    const headers = {
      'content-type': 'text/plain;charset=UTF-8',
      'sec-fetch-site': 'same-origin',
      cookie: writeHeader(consentCookies()),
      ...more,
    };
    return (await fetch(`${site.origin}/api/usage/sdk-local`, { method: 'POST', headers, body })).status;
  };
  const known = JSON.stringify([
    { key: 'page.landings/default|hero', on: true },
    { key: 'unknown', on: true },
    { key: 7 },
  ]);
  expect(await post(known, { 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await post(known, { cookie: writeHeader(consentCookies([])) })).toBe(403);
  expect(await post(known, { cookie: 'vitrine_consent=statistics.0.forged' })).toBe(403);
  expect(await post('{')).toBe(400);
  expect(await post('{}')).toBe(400);
  expect(await post(known)).toBe(204);
  await site.stop();
  expect(reported.flatMap(({ events }) => events)).toEqual([{ key: 'page.landings/default|hero', on: true }]);
});

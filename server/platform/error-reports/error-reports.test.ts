import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseDsn } from '#server/platform/settings/dsn.ts';
import { createLog, redact } from '#server/platform/observability/log.ts';
import { ErrorReports } from './error-reports.ts';

let service: Server;
let reports: ErrorReports;
let now: number;
let answer: number;
const taken: { readonly path: string | undefined; readonly body: string }[] = [];

beforeEach(async () => {
  [taken.length, now, answer] = [0, Date.UTC(2026, 10, 20, 10), 200];
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      taken.push({ path: request.url, body: Buffer.concat(parts).toString() });
      response.writeHead(answer).end();
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const dsn = parseDsn(`http://key@127.0.0.1:${(service.address() as AddressInfo).port}/7`);
  if (dsn === undefined) throw new Error('The address of the service was refused.');
  reports = new ErrorReports({ dsn, environment: 'test', release: () => 'r1', redact, now: () => now });
});

afterEach(async () => {
  await reports.close();
  service.close();
});

const makeEvent = (body: string) => JSON.parse(body.split('\n')[2] ?? '');
const total = async (from: string, result: string): Promise<number | undefined> => {
  const { values } = await reports.metric().get();
  return values.find(({ labels }) => labels['from'] === from && labels['result'] === result)?.value;
};

test('an error that is logged is reported once, with its stack, its cause and the id that the visitor was shown', async () => {
  const log = createLog({ logLevel: 'info', environment: 'test' }, { write: () => undefined }, reports.report);
  const broken = () =>
    log.error(
      { err: new TypeError('Nobody is marie@example.com.', { cause: new Error('no row') }), id: 'c-1' },
      'A form failed.',
    );
  for (const _again of [1, 2, 3]) broken();
  log.warn({ err: new Error('slow') }, 'A look-up failed.');
  await reports.close();
  expect(taken.map(({ path }) => path)).toEqual(['/api/7/envelope/']);
  expect(makeEvent(taken[0]?.body ?? '')).toMatchObject({
    platform: 'node',
    release: 'r1',
    environment: 'test',
    tags: { message: 'A form failed.', correlation_id: 'c-1' },
    exception: {
      values: [
        { type: 'Error', value: 'no row' },
        {
          type: 'TypeError',
          value: 'Nobody is (address)',
          stacktrace: {
            frames: expect.arrayContaining([expect.objectContaining({ function: 'broken', in_app: true })]),
          },
        },
      ],
    },
  });
});

test('at most sixty errors of a server are reported in a minute, and texts are cut to 255 characters', async () => {
  for (let count = 0; count < 61; count += 1) {
    reports.report(new Error('x'.repeat(1_000)), { message: 'y'.repeat(1_000) });
    if (count % 20 === 19) await reports.close();
  }
  await reports.close();
  expect(taken).toHaveLength(60);
  const { exception, tags } = makeEvent(taken[0]?.body ?? '');
  expect([exception.values[0].value.length, tags.message.length]).toEqual([255, 255]);
  now += 60_000;
  reports.report(new Error('later'), { message: 'later' });
  await reports.close();
  expect(taken).toHaveLength(61);
  expect(await total('server', 'dropped')).toBe(1);
});

test('what a page reports is handed on without the visitor: neither user, request nor address', async () => {
  const event = {
    event_id: 'a'.repeat(32),
    message: 'Failed for marie@example.com',
    user: { ip_address: '192.0.2.1' },
    request: { url: 'https://www.example.com/ANNA-50', headers: { Cookie: 'secret' } },
    tags: { route: 'landings/default___de' },
  };
  const lines = [{ dsn: 'https://page@www.example.com/1' }, { type: 'event' }, event];
  expect(reports.relay(lines.map((line) => JSON.stringify(line)).join('\n'))).toBe(true);
  await reports.close();
  const sent = taken[0]?.body ?? '';
  expect(makeEvent(sent)).toEqual({
    event_id: 'a'.repeat(32),
    timestamp: now / 1000,
    message: 'Failed for (address)',
    tags: { route: 'landings/default___de' },
    platform: 'javascript',
    environment: 'test',
    release: 'r1',
  });
  expect(sent).not.toMatch(/192\.0\.2|ANNA|secret|page@/);
});

test('a report is cut, in depth too, and its names are read as its texts are', async () => {
  const nested = `${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`;
  const text = `${'x'.repeat(250)} marie@example.com`;
  const event = `{"message":${JSON.stringify(text)},"tags":{"marie@example.com":1},"contexts":${nested}}`;
  expect(reports.relay(`{}\n{"type":"event"}\n${event}`)).toBe(true);
  await reports.close();
  const sent = makeEvent(taken[0]?.body ?? '');
  expect([sent.message, sent.tags]).toEqual([`${'x'.repeat(250)} (add`, { '(address)': 1 }]);
  expect(JSON.stringify(sent.contexts).length).toBeLessThan(100);
});

test.each([
  ['nothing', ''],
  ['words', 'hello'],
  ['no event', '{}\n{"type":"session"}\n{}'],
  ['an event that is none', '{}\n{"type":"event"}\n[1]'],
])('%s is not a report', (_what, envelope) => {
  expect(reports.relay(envelope)).toBe(false);
});

test('a service that fails costs a report and nothing else', async () => {
  answer = 500;
  reports.report(new Error('one'), { message: 'one' });
  await reports.close();
  service.closeAllConnections();
  service.close();
  reports.report(new Error('two'), { message: 'two' });
  await reports.close();
  expect([await total('server', 'failed'), reports.lostInARow]).toEqual([2, 2]);
});

test.each([
  ['https://key@errors.example.com/12', 'https://errors.example.com/api/12/envelope/'],
  ['https://key@errors.example.com/sentry/12', 'https://errors.example.com/sentry/api/12/envelope/'],
])('%s takes envelopes at %s', (text, envelopes) => {
  expect(parseDsn(text)?.envelopes).toBe(envelopes);
});

test.each(['errors.example.com/12', 'https://errors.example.com/12', 'https://key:secret@errors.example.com/12', 'x'])(
  '%s names no service',
  (text) => {
    expect(parseDsn(text)).toBeUndefined();
  },
);

test('of a report of many lines the first few are read', () => {
  const line = '{}\n';
  expect(reports.relay(`${line.repeat(30)}{"type":"event"}\n{"message":"late"}`)).toBe(false);
});

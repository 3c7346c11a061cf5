import { expect, test } from 'vitest';
import { addCode, bench, tokenFor } from '#tests/helpers/backend.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';
import { createLog, createEventLog, redact } from './log.ts';
import { canary } from '#tests/helpers/registration-fields.ts';

const { start } = bench('sqlite');

test('nothing a visitor brings is in the log, whatever happens to it', async () => {
  const canaries = ['Canarietta', 'Zwitscher', 'canary@example.com', 'second@example.com', 'CANARY-7', 'CANARY7'];
  const backend = await start();
  await addCode(backend, 'CANARY-7', 2);
  const server = await serveRegistration(backend, { LOG_LEVEL: 'trace', METRICS_PORT: 'public' });
  const visitor = server.visitor();
  await visitor.get('/de/CANARY-7');
  await visitor.get('/de/canary@example.com/Zwitscher');
  await visitor.submit('check-code', { code: 'CANARY-7' });
  await visitor.submit('register', { ...canary, country: 'XX' }, '/de?rc=CANARY-7');
  await visitor.submit('register', canary, '/de?rc=CANARY-7');
  await visitor.submit('change-email', { email: 'second@example.com' }, '/de/registration/formfinished');
  const token = await tokenFor(backend, 'second@example.com');
  await visitor.get(`/de/registration/activateaccount?token=${token}`);
  await visitor.submit('activate', { token }, `/de/registration/activateaccount?token=${token}`);
  await visitor.submit('register', canary, '/de/CANARY-7', { 'x-correlation-id': 'known-by-the-caller' });
  const cookie = /session=([^;]+)/.exec(visitor.setCookie ?? '')?.[1] ?? 'no cookie';
  const metrics = await (await fetch(`${server.url}metrics`)).text();
  const written = server.log() + metrics;
  expect(written).toContain('"useCase":"register"');
  expect(written).toContain('"id":"known-by-the-caller"');
  expect(written).toContain('vitrine_form_submissions_total{use_case="activate",outcome="done"} 1');
  expect([...canaries, token, cookie].filter((each) => written.includes(each))).toEqual([]);
});

test('an error keeps its kind and its place, and loses what a driver hung on it', () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info', environment: 'test' }, { write: (line) => void lines.push(line) });
  const error = Object.assign(new Error('Key (email)=(canary@example.com) exists.'), {
    code: '23505',
    detail: 'canary@example.com',
    parameters: ['Canarietta'],
    cause: new Error('canary@example.com'),
  });
  log.error({ err: error }, 'A request failed.');
  log.error({ err: 'canary@example.com' });
  createEventLog(log).warn('mail.delayed', { error: '550 canary@example.com is unknown' });
  expect(lines.join('')).not.toMatch(/canary|Canarietta/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { type: 'Error', code: '23505', stack: expect.any(String) },
  });
});

test.each([
  ['No mail went to anna+x@bücher.example today.', 'No mail went to (address) today.'],
  [`The token ${'Ab9_'.repeat(10)}xyz is unknown.`, 'The token (token) is unknown.'],
  [`See ${'a'.repeat(40)}.b.c.d.e here.`, 'See (token) here.'],
  [
    'at openDatabase (/srv/app/server/data/open-database.ts:30:9)',
    'at openDatabase (/srv/app/server/data/open-database.ts:30:9)',
  ],
])('of %j the log keeps %j', (text, logged) => {
  expect(redact(text)).toBe(logged);
});

test('a long text is cut, and causes that go round in a circle end', () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info', environment: 'test' }, { write: (line) => void lines.push(line) });
  const error = new Error('x'.repeat(100_000));
  error.cause = error;
  log.error({ err: error }, 'A request failed.');
  expect([lines.length, (lines[0]?.length ?? 0) < 120_000]).toEqual([1, true]);
});

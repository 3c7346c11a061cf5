import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildPayload } from '#engine/experiments/payload.ts';
import { makeExperiment } from '#tests/helpers/experiments.ts';
import { encryptPayload, failureShapes, type FlagService, startFlagService } from '#tests/helpers/flag-service.ts';
import { FlagStore } from './flag-store.ts';
import { type RemoteFlags, startRemoteFlags } from './remote-flags.ts';

const first = buildPayload([makeExperiment('first', 'landings/a')], Date.now());
const second = buildPayload([makeExperiment('second', 'landings/b')], Date.now());
const times = { pollMs: 40, timeoutMs: 300, retryMs: 20, maxRetryMs: 60, silenceMs: 1_000 };

let service: FlagService;
let folder: string;
let store: FlagStore;
let remote: RemoteFlags | null;
let errors: string[];

const log = {
  error: (_fields: object, message: string) => void errors.push(message),
  warn: (_fields: object, message: string) => void errors.push(message),
  info: () => undefined,
};

async function connect(decryptionKey = ''): Promise<RemoteFlags> {
  store = new FlagStore();
  return startRemoteFlags({
    apiHost: service.origin,
    clientKey: 'sdk-test',
    decryptionKey,
    file: join(folder, 'flags.json'),
    accept: (payload, published) => store.accept(payload, published),
    log,
    times,
  });
}

const experiments = (): readonly string[] =>
  (store.facts?.flags.features ?? [])
    .flatMap((feature) => store.facts?.flags.listExperiments(feature) ?? [])
    .map(({ key }) => key);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-flags-'));
  errors = [];
  remote = null;
  service = await startFlagService(first);
});

afterEach(async () => {
  await remote?.stop();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

test.each(failureShapes)(
  'while the service fails (%s) the last good flags stay, said once, until it works again',
  async (shape) => {
    remote = await connect();
    await expect.poll(experiments).toEqual(['first']);
    await service.become(shape);
    await expect.poll(() => errors).toEqual(['Failed to initialize Growthbook']);
    expect(experiments()).toEqual(['first']);
    const asked = service.asked;
    // A refused connection is not a request; every other shape is asked again and again.
    const more = shape === 'refused' ? 0 : 2;
    await expect.poll(() => service.asked - asked).toBeGreaterThanOrEqual(more);
    expect(errors).toHaveLength(1);
    await service.become('works', second);
    await expect.poll(experiments).toEqual(['second']);
  },
);

test('a start during an outage finds the last good flags on disk', async () => {
  remote = await connect();
  await expect.poll(experiments).toEqual(['first']);
  await expect.poll(() => readFile(join(folder, 'flags.json'), 'utf8').catch(() => '')).toContain('"first"');
  await remote.stop();
  await service.become('hangs on accept');
  remote = await connect();
  expect(experiments()).toEqual(['first']);
});

test('Without any flags nothing runs, and no request waits for them', async () => {
  await service.become('hangs on accept');
  remote = await connect();
  expect(store.facts).toBeUndefined();
});

test('a change arrives by the stream, long before the next poll', async () => {
  remote = await connect();
  await expect.poll(experiments).toEqual(['first']);
  await service.become('works', second);
  await expect.poll(experiments).toEqual(['second']);
});

test('an encrypted payload without its key is an outage like any other', async () => {
  await service.become('works', { features: {}, encryptedFeatures: 'abc.def' });
  remote = await connect();
  await expect.poll(() => errors).toEqual(['Failed to initialize Growthbook']);
});

const rule = (more: object): object => ({ features: { hero: { defaultValue: 1, rules: [more] } } });

test.each([
  ['features that are a list', { features: [] }],
  ['a feature that is a word', { features: { hero: 'on' } }],
  ['rules that are not a list', { features: { hero: { rules: { force: 1 } } } }],
  ['a weight that is not a number', rule({ variations: [1, 2], weights: ['half', 0.5] })],
  ['a share above one', rule({ force: 1, coverage: 50 })],
  ['fewer weights than variations', rule({ variations: [1, 2, 3], weights: [0.5, 0.5] })],
])('a payload with %s does not replace the last good one', async (_case, payload) => {
  remote = await connect();
  await expect.poll(experiments).toEqual(['first']);
  await service.become('works', payload);
  await expect.poll(() => errors).toEqual(['Failed to initialize Growthbook']);
  expect(experiments()).toEqual(['first']);
  await service.become('works', second);
  await expect.poll(experiments).toEqual(['second']);
});

test('a payload that comes encrypted is decided by, and stays encrypted for browsers and on the disk', async () => {
  const key = Buffer.alloc(16, 7).toString('base64');
  const encrypted = encryptPayload(second, key);
  await service.become('works', encrypted);
  remote = await connect(key);
  await expect.poll(experiments).toEqual(['second']);
  expect(store.published).toMatchObject(encrypted);
  expect(store.isEncrypted).toBe(true);
  await remote.stop();
  expect(await readFile(join(folder, 'flags.json'), 'utf8')).not.toContain('landings/b');
  await service.become('refused');
  remote = await connect(key);
  expect(experiments()).toEqual(['second']);
});

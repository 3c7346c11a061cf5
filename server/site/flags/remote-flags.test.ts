import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { payloadOf } from '#engine/experiments/payload.ts';
import { makeExperiment } from '#tests/helpers/experiments.ts';
import { failureShapes, type FlagService, startFlagService } from '#tests/helpers/flag-service.ts';
import { FlagStore } from './flag-store.ts';
import { type RemoteFlags, startRemoteFlags } from './remote-flags.ts';

const first = payloadOf([makeExperiment('first', 'landings/a')]);
const second = payloadOf([makeExperiment('second', 'landings/b')]);
const times = { poll: 40, patience: 300, retry: 20, longestRetry: 60, silence: 1_000 };

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

async function connect(): Promise<RemoteFlags> {
  store = new FlagStore();
  return startRemoteFlags({
    apiHost: service.origin,
    clientKey: 'sdk-test',
    decryptionKey: '',
    file: join(folder, 'flags.json'),
    accept: (payload) => store.accept(payload),
    log,
    times,
  });
}

const experiments = (): readonly string[] =>
  (store.facts?.flags.features ?? [])
    .flatMap((feature) => store.facts?.flags.experimentsOf(feature) ?? [])
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
    await expect.poll(() => errors, { timeout: 10_000 }).toEqual(['Failed to initialize Growthbook']);
    expect(experiments()).toEqual(['first']);
    const asked = service.asked;
    // A refused connection is no request; every other shape is asked again and again.
    const more = shape === 'refused' ? 0 : 2;
    await expect.poll(() => service.asked - asked, { timeout: 10_000 }).toBeGreaterThanOrEqual(more);
    expect(errors).toHaveLength(1);
    await service.become('works', second);
    await expect.poll(experiments, { timeout: 10_000 }).toEqual(['second']);
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

test('without any flags nothing runs, and nobody waits for them', async () => {
  await service.become('hangs on accept');
  remote = await connect();
  expect(store.facts).toBeUndefined();
});

test('a change arrives by the stream, long before the next poll', async () => {
  remote = await connect();
  await expect.poll(experiments).toEqual(['first']);
  await service.become('works', second);
  await expect.poll(experiments, { timeout: 10_000 }).toEqual(['second']);
});

test('an encrypted payload without its key is an outage like any other', async () => {
  await service.become('works', { features: {}, encryptedFeatures: 'abc.def' });
  remote = await connect();
  await expect.poll(() => errors, { timeout: 5_000 }).toEqual(['Failed to initialize Growthbook']);
});

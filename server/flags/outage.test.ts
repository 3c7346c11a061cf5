import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payloadOf } from '#engine/experiments/payload.ts';
import { readSettings } from '#server/settings/read-settings.ts';
import { SiteHolder } from '#server/site/site-holder.ts';
import { type RunningServer, startServer } from '#server/start-server.ts';
import { sampleSite, sampleTemplate } from '#server/testing/sample-site.ts';
import { CHROME, makeExperiment } from '#tests/helpers/experiments.ts';
import { failureShapes, type FlagService, startFlagService } from '#tests/helpers/flag-service.ts';

const running = payloadOf([makeExperiment('live', 'landings/short')]);
const ended = payloadOf([makeExperiment('live', 'landings/short', { status: 'paused' })]);

let folder: string;
let service: FlagService;
let server: RunningServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-outage-'));
  await mkdir(join(folder, 'public/assets'), { recursive: true });
  service = await startFlagService(running);
  const base = sampleSite();
  const landing = base.documents.get('landings/default');
  if (landing === undefined) throw new Error('The sample has a start page.');
  const words = { ...landing.meta, title: base.config.name, description: base.config.name };
  const texts = new Map(base.config.locales.available.map((locale) => [locale, new Map([[base.config.name, 'S']])]));
  const short = { ...landing, id: 'landings/short', bases: ['landings/default'], meta: words };
  const documents = new Map([
    ...base.documents,
    ['landings/default', { ...landing, meta: words }],
    ['landings/short', short],
  ]);
  const site = { ...base, documents, texts };
  const holder = new SiteHolder({
    read: () => Promise.resolve({ layers: [], images: [], deployment: site.deployment }),
    resolve: () => ({ ok: true, site, warnings: [] }),
    prepare: () =>
      Promise.resolve({
        buildId: 'b',
        compile: ({ arms, document, locale }) =>
          Promise.resolve(sampleTemplate({ document: arms[0] ?? document, locale })),
      }),
    now: Date.now,
  });
  await holder.reload();
  const parsed = readSettings({
    PORT: '0',
    LOG_LEVEL: 'silent',
    PUBLIC_ORIGIN: 'http://localhost',
    DATA_DIR: folder,
    GROWTHBOOK_API_HOST: service.origin,
    GROWTHBOOK_CLIENT_KEY: 'sdk-test',
  });
  if (!parsed.ok) throw new Error('These settings are right.');
  server = await startServer({
    settings: parsed.settings,
    holder,
    backend: null,
    log: pino({ level: 'silent' }),
    publicDirs: [join(folder, 'public')],
    pageCache: join(folder, 'cache'),
    warm: false,
    flagTimes: { poll: 40, patience: 300, retry: 20, longestRetry: 60, silence: 1_000 },
  });
});

afterAll(async () => {
  await server.stopper.stop('test');
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Statuses and documents of new visitors. */
async function visits(count: number): Promise<{ readonly errors: number; readonly arms: number }> {
  const answers = await Promise.all(
    Array.from({ length: count }, async () => {
      const response = await fetch(new URL('/en', server.url), { headers: { 'user-agent': CHROME } });
      return { ok: response.status === 200, isArm: (await response.text()).includes('landings/short') };
    }),
  );
  return {
    errors: answers.filter(({ ok }) => !ok).length,
    arms: answers.filter(({ isArm }) => isArm).length,
  };
}

const hasArms = async (): Promise<boolean> => (await visits(20)).arms > 0;

test.each(failureShapes)(
  'while the flag service fails (%s) every page is answered on the last good flags, and it recovers without a restart',
  async (shape) => {
    await service.become('works', running);
    await expect.poll(hasArms, { timeout: 10_000 }).toBe(true);
    await service.become(shape);
    const during = await visits(100);
    expect(during.errors).toBe(0);
    expect(during.arms).toBeGreaterThan(20);
    await service.become('works', ended);
    await expect.poll(hasArms, { timeout: 10_000 }).toBe(false);
  },
);

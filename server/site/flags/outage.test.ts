import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPayload } from '#engine/experiments/payload.ts';
import { type ExperimentServer, startExperimentServer } from '#tests/helpers/experiment-server.ts';
import { CHROME, makeExperiment } from '#tests/helpers/experiments.ts';
import { type FailureShape, type FlagService, startFlagService } from '#tests/helpers/flag-service.ts';

const running = buildPayload([makeExperiment('live', 'landings/short')], Date.now());
const ended = buildPayload([makeExperiment('live', 'landings/short', { status: 'paused' })], Date.now());

let service: FlagService;
let site: ExperimentServer;

beforeAll(async () => {
  service = await startFlagService(running);
  site = await startExperimentServer({
    experiments: [],
    landings: [{ id: 'landings/short', bases: ['landings/default'] }],
    env: { GROWTHBOOK_API_HOST: service.origin, GROWTHBOOK_CLIENT_KEY: 'sdk-test' },
    flagTimes: { pollMs: 40, timeoutMs: 300, retryMs: 20, maxRetryMs: 60, silenceMs: 1_000 },
  });
});

afterAll(async () => {
  await site.stop();
  await service.stop();
});

/** Statuses and documents of new visitors. */
async function visits(count: number): Promise<{ readonly errors: number; readonly variations: number }> {
  const answers = await Promise.all(
    Array.from({ length: count }, async () => {
      const response = await fetch(`${site.origin}/en`, { headers: { 'user-agent': CHROME } });
      return { ok: response.status === 200, isVariation: (await response.text()).includes('landings/short') };
    }),
  );
  return {
    errors: answers.filter(({ ok }) => !ok).length,
    variations: answers.filter(({ isVariation }) => isVariation).length,
  };
}

const hasVariations = async (): Promise<boolean> => (await visits(20)).variations > 0;

// All shapes are tested at the client of the service, and here by "npm run prove -- flag-outages".
test.each(['refused', 'garbage', 'a byte a second'] as const satisfies readonly FailureShape[])(
  'while the flag service fails (%s) every page is answered on the last good flags, and it recovers without a restart',
  async (shape) => {
    await service.become('works', running);
    await expect.poll(hasVariations).toBe(true);
    await service.become(shape);
    const during = await visits(100);
    expect(during.errors).toBe(0);
    expect(during.variations).toBeGreaterThan(20);
    await service.become('works', ended);
    await expect.poll(hasVariations).toBe(false);
  },
);

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageEngines } from '#tests/helpers/backend.ts';
import { walkAtRandom } from './random-events.ts';
import { Stage } from './stage.ts';

/** Sequences of events; `npm run prove -- journey-walks` takes 500 on each database. */
const RUNS = 8;

describe.each(pageEngines)('on %s', (engine) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open(engine);
  }, 60_000);
  afterAll(() => stage.close());

  test('whatever one person does with two devices, and whatever happens meanwhile: balances add up, nothing typed is lost, every page leads on', async () => {
    expect(await walkAtRandom(stage, RUNS, 14)).toBeNull();
  });
});

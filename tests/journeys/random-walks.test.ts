import { afterAll, beforeAll, expect, test } from 'vitest';
import { walkAtRandom } from './random-events.ts';
import { Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

test('whatever one person does with two devices, and whatever happens meanwhile: balances add up, nothing typed is lost, every page leads on', async () => {
  expect(await walkAtRandom(stage, 12, 14)).toBeNull();
});

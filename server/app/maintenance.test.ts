import { describe, expect, test } from 'vitest';
import { bench, engines } from '#tests/helpers/backend.ts';
import { createMaintenance } from './maintenance.ts';
import { CLOCK_JUMP_MS, watchClock } from '#server/platform/database/clock-jump.ts';

const HOUR = 3_600_000;

test('a clock that is set is distinguished from one that runs, forward and back, and once', () => {
  let [wall, steady] = [1_000_000, 0];
  const jumped = watchClock({ now: () => wall }, () => steady);
  const after = (byWall: number, bySteady: number) => {
    wall += byWall;
    steady += bySteady;
    return jumped();
  };
  expect(after(5 * 60_000, 5 * 60_000)).toBe(0);
  expect(after(300_000 + CLOCK_JUMP_MS, 300_000)).toBe(0);
  expect(after(300_001 + CLOCK_JUMP_MS, 300_000)).toBe(60_001);
  expect(after(300_000, 300_000)).toBe(0);
  expect(after(-HOUR, 300_000)).toBe(-HOUR - 300_000);
});

describe.each(engines)('maintenance on %s', (engine) => {
  const { start } = bench(engine);

  /** @param ahead Milliseconds by which this machine's clock is ahead; @param jumps what the clock did before each round */
  async function keeper(ahead: number, jumps: readonly number[]) {
    const backend = await start();
    const said: { readonly level: string; readonly fields: unknown; readonly sentence: unknown }[] = [];
    let tidied = 0;
    const left = [...jumps];
    const round = createMaintenance(
      {
        ports: { ...backend.ports, clock: { now: () => Date.now() + ahead } },
        runMaintenance() {
          tidied += 1;
          return backend.runMaintenance();
        },
      },
      {
        warn: (fields: unknown, sentence?: unknown) => said.push({ level: 'warn', fields, sentence }),
        error: (fields: unknown, sentence?: unknown) => said.push({ level: 'error', fields, sentence }),
      },
      () => left.shift() ?? 0,
    );
    return { round, said, tidied: () => tidied };
  }

  test('deletes nothing in the round after the clock was set, says so in one sentence, and goes on', async () => {
    const { round, said, tidied } = await keeper(0, [24 * HOUR]);
    await round();
    expect(tidied()).toBe(0);
    expect(said).toEqual([
      {
        level: 'error',
        fields: { seconds: 86_400 },
        sentence:
          'The clock of this machine was set forward by 86400 s. Nothing is deleted in this run of the maintenance; look whether the clock is right before the next one.',
      },
    ]);
    await round();
    expect([tidied(), said.length]).toEqual([1, 1]);
  });

  test("goes by the database's clock where it has one", async () => {
    const { round, said, tidied } = await keeper(HOUR, []);
    await round();
    const outcome = { tidied: tidied(), said: said.map(({ sentence, fields }) => [sentence, fields]) };
    const doubt = [
      'Housekeeping failed. Retrying later.',
      { err: expect.objectContaining({ name: 'UserError', message: expect.stringMatching(/clock is -\d+ ms off/) }) },
    ];
    expect(outcome).toEqual(engine === 'postgres' ? { tidied: 0, said: [doubt] } : { tidied: 1, said: [] });
  });
});

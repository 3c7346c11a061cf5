import { describe, expect, test, vi } from 'vitest';
import { bench, engines } from '#tests/helpers/backend.ts';
import { housekeeper } from './housekeeper.ts';
import { CLOCK_JUMP_MS, watchClock } from './platform/database/clock-jump.ts';

const HOUR = 3_600_000;

test('a clock that is set is told from one that runs, forward and back, and once', () => {
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

describe.each(engines)('housekeeping on %s', (engine) => {
  const { start } = bench(engine);
  const log = () => ({ warn: vi.fn(), error: vi.fn() });

  test('deletes nothing in the round after the clock was set, says so in one sentence, and goes on', async () => {
    const backend = await start();
    const tidy = vi.fn(backend.tidy);
    const jumps = [24 * HOUR, 0];
    const said = log();
    const round = housekeeper(
      { ports: { ...backend.ports, clock: { now: Date.now } }, tidy },
      said,
      () => jumps.shift() ?? 0,
    );
    await round();
    expect(tidy).not.toHaveBeenCalled();
    expect(said.error.mock.lastCall).toEqual([
      { seconds: 86_400 },
      'The clock of this machine was set forward by 86400 s. Nothing is deleted in this round of housekeeping; look whether the clock is right before the next one.',
    ]);
    await round();
    expect(tidy).toHaveBeenCalledOnce();
    expect(said.warn).not.toHaveBeenCalled();
  });

  test("goes by the database's clock where it has one", async () => {
    const backend = await start();
    const tidy = vi.fn(backend.tidy);
    const said = log();
    await housekeeper({ ports: { ...backend.ports, clock: { now: () => Date.now() + HOUR } }, tidy }, said, () => 0)();
    expect(tidy).toHaveBeenCalledTimes(engine === 'postgres' ? 0 : 1);
    if (engine === 'postgres')
      expect(said.warn.mock.lastCall).toMatchObject([
        { err: { name: 'Mistake', message: expect.stringMatching(/^The database server's clock is -\d+ ms off/) } },
        'Housekeeping failed and is tried again later.',
      ]);
  });
});

import { describe, expect, test } from 'vitest';
import type { Exposure } from '#engine/decide/experiments/index.ts';
import { bench, engines, START } from '#tests/helpers/backend.ts';
import { makeExperiment, makeExposure } from '#tests/helpers/experiments.ts';
import { ExposureLog } from '../exposure-log.ts';
import { readInteractions } from './interactions.ts';

const hero = makeExperiment('hero', 'landings/a');
const steps = makeExperiment('steps', 'landings/b', { phase: 2 });
const HOUR = 3_600_000;

describe.each(engines)('live experiments that the same visitors met, on %s', (engine) => {
  const { start } = bench(engine);

  async function logging() {
    const { database } = (await start()).ports;
    const log = new ExposureLog(database, { warn: () => undefined });
    const see = (id: string | null, experiment: string, variation: string, more: Partial<Exposure> = {}): void =>
      log.expose([
        makeExposure({ experiment, phase: experiment === 'steps' ? 2 : 1, variation, at: START, id, ...more }),
      ]);
    const convert = (id: string, at = START + HOUR, event = 'registration_finished'): void =>
      log.convert({ event, at, id, isStored: false, assignments: [] });
    return { db: database.db, log, see, convert };
  }

  test('are counted by pairs of variations, each person once, with what happened after both were seen', async () => {
    const { db, log, see, convert } = await logging();
    const variations = ['control', 'test'];
    for (const one of variations)
      for (const other of variations)
        for (let person = 0; person < 20; person += 1) {
          const id = `${one}-${other}-${person}`;
          see(id, 'hero', one);
          see(id, 'steps', other, { at: START + HOUR / 2 });
          if (person < (one === 'test' && other === 'test' ? 10 : 5)) convert(id);
        }
    // Twice, before the second one was seen, and something else.
    convert('control-control-1', START + 2 * HOUR);
    convert('control-test-19', START + HOUR / 4);
    convert('test-control-19', START + HOUR, 'account_activated');
    // Two variations of one, one of an earlier phase, one alone, and one without an id.
    see('several', 'hero', 'control');
    see('several', 'hero', 'test');
    see('several', 'steps', 'test');
    see('earlier', 'hero', 'control');
    see('earlier', 'steps', 'test', { phase: 1 });
    see('alone', 'hero', 'control');
    see(null, 'steps', 'control');
    await log.close();
    const [pair, ...others] = await readInteractions(db, [hero, steps]);
    expect(others).toEqual([]);
    expect(pair).toMatchObject({
      experiments: ['hero', 'steps'],
      event: 'registration_finished',
      visitors: 80,
      splitP: 1,
    });
    expect(pair?.cells).toEqual([
      { variations: ['control', 'control'], visitors: 20, conversions: 5 },
      { variations: ['control', 'test'], visitors: 20, conversions: 5 },
      { variations: ['test', 'control'], visitors: 20, conversions: 5 },
      { variations: ['test', 'test'], visitors: 20, conversions: 10 },
    ]);
    const [found, ...more] = pair?.interactions ?? [];
    expect(more).toEqual([]);
    expect(found).toMatchObject({ variations: ['test', 'test'], found: { difference: expect.closeTo(0.25) } });
    expect(found?.found?.adjustedP).toBe(found?.found?.p);
  });

  test('are looked at by the metric of each, and p-values count all pairs', async () => {
    const { db, log, see, convert } = await logging();
    const other = makeExperiment('other', 'landings/c', { goalMetric: 'account_activated' });
    for (let person = 0; person < 160; person += 1) {
      const chosen = (bit: number) => (Math.floor(person / bit) % 2 === 0 ? 'control' : 'test');
      see(`p-${person}`, 'hero', chosen(1));
      see(`p-${person}`, 'steps', chosen(2));
      see(`p-${person}`, 'other', chosen(4));
      if (person % 3 === 0) convert(`p-${person}`);
      if (person % 5 === 0) convert(`p-${person}`, START + HOUR, 'account_activated');
    }
    await log.close();
    const pairs = await readInteractions(db, [hero, steps, other]);
    expect(pairs.map(({ experiments, event }) => [...experiments, event].join(' '))).toEqual([
      'hero steps registration_finished',
      'hero other registration_finished',
      'hero other account_activated',
      'steps other registration_finished',
      'steps other account_activated',
    ]);
    const answers = pairs.flatMap(({ interactions }) => interactions.flatMap(({ found }) => found ?? []));
    expect(answers).toHaveLength(5);
    for (const { p, adjustedP } of answers) expect(adjustedP).toBeGreaterThanOrEqual(p);
  });

  test('are none where one is paused, or no visitor met both', async () => {
    const { db, log, see } = await logging();
    see('anna', 'hero', 'control');
    see('eva', 'steps', 'test');
    await log.close();
    expect(await readInteractions(db, [hero, steps])).toEqual([]);
    see('anna', 'steps', 'test');
    await log.flush();
    expect(await readInteractions(db, [hero, { ...steps, status: 'paused' }])).toEqual([]);
    expect((await readInteractions(db, [hero, steps]))[0]?.interactions[0]?.found).toBeNull();
  });
});

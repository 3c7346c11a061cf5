import { describe, expect, test } from 'vitest';
import type { Exposure } from '#engine/decide/experiments/index.ts';
import { bench, engines, START } from '#tests/helpers/backend.ts';
import { ExposureLog } from '../exposure-log.ts';
import { readCounts } from './counts.ts';

const DAY = 86_400_000;

describe.each(engines)('counts of an experiment on %s', (engine) => {
  const { start } = bench(engine);

  test('are those of all visitors, by arm, day and language, and leave other experiments and events out', async () => {
    const { database } = (await start()).ports;
    const log = new ExposureLog(database, { warn: () => undefined });
    const exposure = (more: Partial<Exposure> = {}, locale: 'de' | 'fr' = 'de'): Exposure => ({
      experiment: 'hero',
      variation: 'test',
      at: START,
      id: null,
      isFirst: true,
      attributes: { locale, applicationCountry: 'AT', device: 'phone', webView: false },
      ...more,
    });
    log.expose([exposure(), exposure({ at: START + DAY }), exposure({ variation: 'control' }, 'fr')]);
    log.expose([exposure({ experiment: 'steps' }), exposure({ isFirst: false })]);
    const converted = (event: string, experiment: string): void => {
      const assignments = [{ experiment, variation: 'test' }];
      log.convert({ event, at: START, id: null, isKept: false, assignments });
    };
    converted('registration_finished', 'hero');
    converted('account_activated', 'hero');
    converted('registration_finished', 'steps');
    await log.close();
    const [first, second] = [START, START + DAY].map((at) => new Date(at).toISOString().slice(0, 10));
    expect(await readCounts(database.db, 'hero', 'registration_finished')).toEqual({
      visitors: new Map([
        ['control', 1],
        ['test', 2],
      ]),
      conversions: new Map([['test', 1]]),
      days: new Map([
        [
          first,
          new Map([
            ['control', 1],
            ['test', 1],
          ]),
        ],
        [second, new Map([['test', 1]])],
      ]),
      locales: new Map([
        ['de', new Map([['test', 2]])],
        ['fr', new Map([['control', 1]])],
      ]),
    });
  });
});

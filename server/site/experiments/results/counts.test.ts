import { describe, expect, test } from 'vitest';
import type { Exposure } from '#engine/decide/experiments/index.ts';
import { bench, engines, START } from '#tests/helpers/backend.ts';
import { makeExposure, phoneAttributes } from '#tests/helpers/experiments.ts';
import { ExposureLog } from '../exposure-log.ts';
import { recountAgreed } from '../consented/recount.ts';
import { readAgreed, readCounts } from './counts.ts';

const DAY = 86_400_000;
const counted = { experiment: 'hero', phase: 1, event: 'registration_finished' };

describe.each(engines)('counts of an experiment on %s', (engine) => {
  const { start } = bench(engine);

  test('are those of all visitors, by variation, day and language, and leave other experiments and events out', async () => {
    const { database } = (await start()).ports;
    const log = new ExposureLog(database, { warn: () => undefined });
    const exposure = (more: Partial<Exposure> = {}, locale: 'de' | 'fr' = 'de'): Exposure => {
      const made = makeExposure({ at: START, ...more });
      return { ...made, attributes: { ...made.attributes, locale } };
    };
    log.expose([exposure(), exposure({ at: START + DAY }), exposure({ variation: 'control' }, 'fr')]);
    log.expose([exposure({ experiment: 'steps' }), exposure({ id: 'anna', isFirst: false })]);
    const converted = (event: string, experiment: string): void => {
      const assignments = [{ experiment, phase: 1, variation: 'test' }];
      log.convert({ event, at: START, id: 'anna', isStored: false, assignments });
    };
    converted('registration_finished', 'hero');
    converted('account_activated', 'hero');
    converted('registration_finished', 'steps');
    await log.close();
    const [first, second] = [START, START + DAY].map((at) => new Date(at).toISOString().slice(0, 10));
    expect(await readCounts(database.db, { ...counted, guardrails: ['account_activated'] })).toEqual({
      visitors: new Map([
        ['control', 1],
        ['test', 2],
      ]),
      conversions: new Map([['test', 1]]),
      guardrails: new Map([['account_activated', new Map([['test', 1]])]]),
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
      conversionDays: new Map([[first, new Map([['test', 1]])]]),
      locales: new Map([
        ['de', new Map([['test', 2]])],
        ['fr', new Map([['control', 1]])],
      ]),
      devices: new Map([
        [
          'phone',
          new Map([
            ['control', 1],
            ['test', 2],
          ]),
        ],
      ]),
      bySending: 0,
      surplus: 0,
      networks: [],
      paints: new Map(),
    });
    const { agreed } = await readAgreed(database.db, counted);
    expect(agreed).toEqual(new Map([['test', { visitors: 1, conversions: 1 }]]));
  });

  test('keep phases apart, and take what releases counted that knew of none as the first', async () => {
    const { database } = (await start()).ports;
    const { db } = database;
    const hour = new Date(START - DAY).toISOString();
    const chosen = { experiment: 'hero', variation: 'test' };
    await db
      .insertInto('exposure_counts')
      .values({ ...chosen, locale: 'de', hour, visitors: 3 })
      .execute();
    await db
      .insertInto('conversion_counts')
      .values({ ...chosen, event: counted.event, hour, conversions: 2 })
      .execute();
    const row = { ...chosen, id: 'old', session_id: '', attributes: '{}', consented: 1 } as const;
    await db
      .insertInto('exposures')
      .values({ ...row, anonymous_id: 'anna', evaluated_at: hour })
      .execute();
    const log = new ExposureLog(database, { warn: () => undefined });
    const expose = (id: string, phase: number, variation: string, after = 0): void =>
      log.expose([
        {
          ...chosen,
          variation,
          id,
          phase,
          revision: 'r',
          at: START + after,
          isFirst: true,
          attributes: phoneAttributes,
        },
      ]);
    // What the release before has stored is not stored again; another variation is.
    expose('anna', 1, 'test');
    expose('anna', 1, 'control');
    expose('anna', 2, 'test', 1_000);
    expose('bert', 2, 'control');
    const convert = (id: string, phase: number, after: number): void =>
      log.convert({
        event: counted.event,
        at: START + after,
        id,
        isStored: false,
        assignments: [{ ...chosen, phase }],
      });
    convert('anna', 2, 2_000);
    await log.close();
    const stored = await db
      .selectFrom('exposure_rows')
      .select(['anonymous_id', 'phase', 'variation', 'revision'])
      .orderBy('anonymous_id')
      .orderBy('phase')
      .orderBy('variation')
      .execute();
    expect(stored.map((each) => Object.values(each).join(' '))).toEqual([
      'anna 1 control r',
      'anna 1 test ',
      'anna 2 test r',
      'bert 2 control r',
    ]);
    const second = { ...counted, phase: 2 };
    const [one, two] = [await readCounts(db, counted), await readCounts(db, second)];
    expect([one.visitors.get('test'), one.conversions.get('test')]).toEqual([4, 2]);
    expect([two.visitors.get('test'), two.conversions.get('test')]).toEqual([1, 1]);
    // What the release before has stored is summed up by a recount.
    await recountAgreed(database, { now: () => START });
    const [agreed, later] = [await readAgreed(db, counted), await readAgreed(db, second)];
    // Anna saw both phases when she converted: it counts for the later one.
    expect(agreed.agreed.get('test')).toEqual({ visitors: 1, conversions: 0 });
    expect(later.agreed.get('test')).toEqual({ visitors: 1, conversions: 1 });
    expect([agreed.multiple, later.multiple]).toEqual([1, 0]);
  });
});

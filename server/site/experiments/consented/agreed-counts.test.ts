import { describe, expect, test } from 'vitest';
import { allMigrations } from '#server/app/module-definitions.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import type { Database } from '#server/platform/database/open-database.ts';
import { createRetention } from '#server/platform/database/retention.ts';
import { DAY, toTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { systemRandom } from '#server/platform/tokens/random.ts';
import { siteModule } from '#server/site/site-module.ts';
import type { Exposure } from '#engine/decide/experiments/index.ts';
import { bench, engines, START } from '#tests/helpers/backend.ts';
import { ExposureLog } from '../exposure-log.ts';
import { countAgreedRows } from '../results/count-agreed-rows.ts';
import { readAgreed } from '../results/counts.ts';
import { readRecount } from './agreed-counts.ts';
import { recountAgreed } from './recount.ts';
import { visitorPersonalData } from '../visitor-personal-data.ts';

const nobody = { accounts: [], addresses: [], spellings: [], ids: [], visitors: [] };
const quiet = { warn: () => undefined };
const events = ['registration_finished', 'account_activated'] as const;
const clock = (now: number) => ({ now: () => now });

/** Sums of a generation, without those of unknown visitors. */
async function readSums({ db }: Database): Promise<readonly string[]> {
  const { generation } = await readRecount(db);
  const rows = await db
    .selectFrom('agreed_counts')
    .selectAll()
    .where('generation', '=', generation)
    .where('people', '!=', 0)
    .execute();
  return rows
    .map(({ experiment, phase, variation, dimension, value, event, people }) =>
      [experiment, phase, variation, dimension, value, event, people].join(' '),
    )
    .toSorted();
}

/** The same sequence for each seed (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const makeVisitor = (number: number): string => `visitor-${String(number).padStart(2, '0')}`;

function makeExposure(pick: (below: number) => number, at: number): Exposure {
  return {
    experiment: ['hero', 'steps'][pick(2)] ?? '',
    phase: 1 + pick(2),
    revision: 'r',
    variation: ['control', 'test'][pick(2)] ?? '',
    at,
    id: makeVisitor(pick(40)),
    isFirst: pick(2) === 0,
    attributes: {
      locale: pick(2) === 0 ? 'de' : 'fr',
      applicationCountry: ['AT', 'FR', ''][pick(3)] ?? '',
      device: pick(2) === 0 ? 'phone' : 'desktop',
      webView: false,
      visit: pick(2) === 0 ? 'new' : 'returning',
      landing: 'landings/default',
      consent: pick(2) === 0 ? 'given' : 'later',
    },
  };
}

describe.each(engines)('the sums of consenting visitors on %s', (engine) => {
  const { start, emptyLocation } = bench(engine);

  // More accidents on the engine that is quicker to ask.
  test.each(engine === 'sqlite' ? [1, 2, 3] : [1])(
    'are what the rows say after whatever was stored late, taken back, erased or past its time, with seed %i',
    async (seed) => {
      const { database } = (await start()).ports;
      const pick = createRandom(seed);
      // Two processes, and a recount that goes on between their writes.
      const logs = [new ExposureLog(database, quiet), new ExposureLog(database, quiet)];
      const rules = siteModule.retention;
      const purging = createRetention({ database, clock: clock(START + 401 * DAY), random: systemRandom }, rules);
      for (let round = 0; round < 40; round += 1) {
        const log = logs[pick(2)];
        const at = START + pick(3 * DAY);
        for (let each = 0; each < 6; each += 1) {
          const [id, deed] = [makeVisitor(pick(40)), pick(8)];
          if (deed < 4) log?.expose([makeExposure(pick, at)]);
          else if (deed < 7) log?.convert({ event: events[pick(2)] ?? '', at, id, isStored: false, assignments: [] });
          else log?.erase(id);
        }
        const recount = recountAgreed(database, clock(START), { isDue: () => true, chunk: 7 });
        await Promise.all([...logs.map((each) => each.flush()), recount]);
        expect((await recount).repaired ?? 0).toBe(0);
        if (round % 16 === 15) await purging.purge();
        if (round % 10 === 9)
          await withTransaction(database, (tx) =>
            visitorPersonalData.erase(tx, { ...nobody, visitors: [makeVisitor(pick(40))] }, systemRandom),
          );
      }
      await Promise.all(logs.map((each) => each.close()));
      const before = await readSums(database);
      expect(before.length).toBeGreaterThan(50);
      for (const experiment of ['hero', 'steps'])
        for (const phase of [1, 2])
          for (const event of events) {
            const counted = { experiment, phase, event };
            const { agreed, multiple } = await readAgreed(database.db, counted);
            expect({ agreed, multiple, dimensions: new Map() }).toEqual(await countAgreedRows(database.db, counted));
          }
      expect(await recountAgreed(database, clock(START), { isDue: () => true })).toEqual({ repaired: 0 });
      expect(await readSums(database)).toEqual(before);
    },
  );

  test('split visitors by country, device and what else was known when they were given the variation', async () => {
    const { database } = (await start()).ports;
    const log = new ExposureLog(database, quiet);
    const pick = (): number => 0;
    const one = makeExposure(pick, START);
    log.expose([
      one,
      { ...one, id: 'other-visitor', attributes: { ...one.attributes, applicationCountry: 'FR', visit: 'returning' } },
    ]);
    log.convert({ event: events[0], at: START + 1, id: 'other-visitor', isStored: false, assignments: [] });
    await log.close();
    const { dimensions } = await readAgreed(database.db, { experiment: 'hero', phase: 1, event: events[0] });
    const [idle, converted] = [
      new Map([['control', { visitors: 1, conversions: 0 }]]),
      new Map([['control', { visitors: 1, conversions: 1 }]]),
    ];
    expect(dimensions.get('country')).toEqual(
      new Map([
        ['AT', idle],
        ['FR', converted],
      ]),
    );
    expect(dimensions.get('visit')).toEqual(
      new Map([
        ['new', idle],
        ['returning', converted],
      ]),
    );
    expect(dimensions.get('device')).toEqual(
      new Map([['phone', new Map([['control', { visitors: 2, conversions: 1 }]])]]),
    );
  });

  test('say which variations of other experiments the visitors of a variation met', async () => {
    const { database } = (await start()).ports;
    const log = new ExposureLog(database, quiet);
    const one = makeExposure(() => 0, START);
    const steps = { ...one, experiment: 'steps' };
    log.expose([one, { ...steps, variation: 'lean' }, { ...steps, variation: 'two-steps', phase: 2, at: START + 1 }]);
    log.expose([{ ...one, id: 'somebody-else' }]);
    await log.close();
    const { agreed, dimensions } = await readAgreed(database.db, { experiment: 'hero', phase: 1, event: events[0] });
    expect(agreed.get('control')?.visitors).toBe(2);
    expect(dimensions.get('beside:steps')).toEqual(
      new Map([['two-steps', new Map([['control', { visitors: 1, conversions: 0 }]])]]),
    );
  });

  test('that something has changed behind their back are put right within a day, and it is said how many', async () => {
    const { database } = (await start()).ports;
    const log = new ExposureLog(database, quiet);
    for (let each = 0; each < 30; each += 1) log.expose([makeExposure(createRandom(each), START)]);
    await log.close();
    await recountAgreed(database, clock(START));
    const right = await readSums(database);
    const { numUpdatedRows } = await database.db
      .updateTable('agreed_counts')
      .set({ people: 77 })
      .where('dimension', '=', '')
      .executeTakeFirstOrThrow();
    const wrong = Number(numUpdatedRows);
    expect(await recountAgreed(database, clock(START + DAY - 1))).toEqual({ repaired: null });
    expect(await recountAgreed(database, clock(START + DAY))).toEqual({ repaired: wrong });
    expect(wrong).toBeGreaterThan(0);
    expect(await readSums(database)).toEqual(right);
  });

  test('sum up the rows of earlier releases once; until then results count the rows', async () => {
    const location = await emptyLocation();
    const url = location.databaseUrl ?? `${location.dataDir}/vitrine.sqlite`;
    await migrate(
      url,
      allMigrations.filter(({ name }) => name < '0019'),
    );
    const database = await openDatabase(url);
    try {
      const row = {
        experiment: 'hero',
        variation: 'test',
        attributes: '{"device":"phone"}',
        evaluated_at: toTimestamp(START),
      };
      await database.db
        .insertInto('phase_exposures')
        .values({ ...row, id: 'one', anonymous_id: 'anna', phase: 1, revision: '' })
        .execute();
      await database.db
        .insertInto('exposures')
        .values({ ...row, id: 'two', anonymous_id: 'bert', session_id: '', consented: 1 })
        .execute();
      await migrate(url, allMigrations);
      const counted = { experiment: 'hero', phase: 1, event: events[0] };
      const agreed = new Map([['test', { visitors: 2, conversions: 0 }]]);
      expect(await readAgreed(database.db, counted)).toEqual({ agreed, multiple: 0, dimensions: new Map() });
      expect(await recountAgreed(database, clock(START))).toEqual({ repaired: null });
      const summed = await readAgreed(database.db, counted);
      expect(summed.agreed).toEqual(agreed);
      expect(summed.dimensions.get('device')).toEqual(new Map([['phone', agreed]]));
    } finally {
      await database.close();
    }
  });
});

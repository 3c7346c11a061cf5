import { describe, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import type { Exposure } from '#engine/decide/experiments/index.ts';
import { bench, engines, START } from '#tests/helpers/backend.ts';
import { makeExposure } from '#tests/helpers/experiments.ts';
import { ExposureLog } from './exposure-log.ts';
import { NetworkShares } from './network-shares.ts';

const quiet = { warn: () => undefined };
const exposure = (more: Partial<Exposure> = {}): Exposure => makeExposure({ at: START + 90_000, ...more });

describe.each(engines)('the log of exposures on %s', (engine) => {
  const { start } = bench(engine);

  test('before consent only a counter per experiment, phase, variation, language, device and hour is written', async () => {
    const { database } = (await start()).ports;
    const log = new ExposureLog(database, quiet);
    log.expose([exposure(), exposure({ at: START + 60_000 }), exposure({ variation: 'control' })]);
    await log.close();
    expect(await database.db.selectFrom('phase_exposures').selectAll().execute()).toEqual([]);
    const hour = new Date(START).toISOString();
    expect(await database.db.selectFrom('phase_exposure_counts').selectAll().orderBy('variation').execute()).toEqual([
      { experiment: 'hero', variation: 'control', locale: 'de', device: 'phone', hour, phase: 1, visitors: 1 },
      { experiment: 'hero', variation: 'test', locale: 'de', device: 'phone', hour, phase: 1, visitors: 2 },
    ]);
  });

  test('a list that many visitors have in common counts for each of them, also while the database is out', async () => {
    const { database } = (await start()).ports;
    const log = new ExposureLog(database, quiet);
    const shared = [exposure(), exposure({ experiment: 'steps' })];
    for (let visitor = 0; visitor < 5; visitor += 1) log.expose(shared);
    await log.flush();
    const broken = vi.spyOn(database.counters, 'transaction').mockImplementation(() => {
      throw new Error('The database is out.');
    });
    log.expose(shared);
    expect(await log.flush()).toBe(false);
    broken.mockRestore();
    log.expose(shared);
    await log.close();
    const counts = await database.db
      .selectFrom('phase_exposure_counts')
      .select(['experiment', 'visitors'])
      .orderBy('experiment')
      .execute();
    expect(counts).toEqual([
      { experiment: 'hero', visitors: 7 },
      { experiment: 'steps', visitors: 7 },
    ]);
  });

  test('visitors by network that wait are written when the process ends', async () => {
    const { database } = (await start()).ports;
    const shares = new NetworkShares();
    const log = new ExposureLog(database, quiet, shares);
    for (const variation of ['test', 'test', 'control']) {
      shares.count([exposure({ variation })], 'crowd', START);
      log.saveNetworks();
    }
    await log.close();
    const counts = await database.db
      .selectFrom('network_exposure_counts')
      .select(['variation', 'network', 'visitors'])
      .orderBy('variation')
      .execute();
    expect(counts).toEqual([
      { variation: 'control', network: 'crowd', visitors: 1 },
      { variation: 'test', network: 'crowd', visitors: 2 },
    ]);
  });

  test('an erasure reaches what waited in another process meanwhile', async () => {
    const { database } = (await start()).ports;
    const [other, log] = [new ExposureLog(database, quiet), new ExposureLog(database, quiet)];
    const stored = () => database.db.selectFrom('phase_exposures').select('anonymous_id').execute();
    other.expose([exposure({ id: 'anna' }), exposure({ id: 'bert' })]);
    log.erase('anna');
    await log.flush();
    await other.close();
    expect(await stored()).toHaveLength(2);
    await log.close();
    expect(await stored()).toEqual([{ anonymous_id: 'bert' }]);
  });

  test('with consent a row is written once per visitor, experiment, phase and variation, with the time of evaluation', async () => {
    const { database } = (await start()).ports;
    const log = new ExposureLog(database, quiet);
    log.expose([exposure({ id: 'anna', isFirst: false }), exposure({ id: 'anna', at: START + 99_000 })]);
    await log.flush();
    log.expose([exposure({ id: 'anna' }), exposure({ id: 'bert' })]);
    await log.close();
    const rows = await database.db.selectFrom('phase_exposures').selectAll().orderBy('anonymous_id').execute();
    expect(rows).toMatchObject([
      { anonymous_id: 'anna', evaluated_at: new Date(START + 90_000).toISOString(), revision: 'r' },
      { anonymous_id: 'bert' },
    ]);
  });

  test('the views give what an assignment query of GrowthBook selects', async () => {
    const { database } = (await start()).ports;
    const log = new ExposureLog(database, quiet);
    log.expose([exposure({ id: 'anna' })]);
    log.convert({
      event: 'registration_finished',
      at: START + 120_000,
      isStored: false,
      id: 'anna',
      assignments: [{ experiment: 'hero', phase: 1, variation: 'test' }],
    });
    await log.close();
    const { rows } = await sql<Record<string, unknown>>`
      select anonymous_id, timestamp, experiment_id, variation_id, locale, country, device
      from experiment_viewed`.execute(database.db);
    const [row] = rows;
    expect(row).toMatchObject({
      anonymous_id: 'anna',
      experiment_id: 'hero',
      variation_id: 'test',
      locale: 'de',
      country: 'AT',
      device: 'phone',
    });
    expect(new Date(String(row?.['timestamp'])).getTime()).toBe(START + 90_000);
    const events = await sql<{ event: string }>`
      select e.event from conversion_events e join experiment_viewed v on v.anonymous_id = e.anonymous_id
      where e.timestamp >= v.timestamp`.execute(database.db);
    expect(events.rows).toEqual([{ event: 'registration_finished' }]);
    const counts = await database.db.selectFrom('phase_conversion_counts').selectAll().execute();
    expect(counts).toMatchObject([{ experiment: 'hero', variation: 'test', conversions: 1 }]);
  });

  test('The attribution of a registration is stored under its id, unless the visitor withdrew the consent since', async () => {
    const { database } = (await start()).ports;
    const log = new ExposureLog(database, quiet);
    const activated = { event: 'account_activated', at: START, isStored: true };
    const assignments = [{ experiment: 'hero', phase: 1, variation: 'test' }];
    log.expose([exposure({ id: 'anna' }), exposure({ id: 'bert' })]);
    log.erase('anna');
    log.convert({ ...activated, id: 'anna', assignments });
    log.convert({ ...activated, id: 'bert', assignments });
    await log.close();
    const stored = await database.db.selectFrom('conversions').select(['anonymous_id', 'event']).execute();
    expect(stored).toEqual([{ anonymous_id: 'bert', event: 'account_activated' }]);
    const counted = await database.db.selectFrom('phase_conversion_counts').select('conversions').execute();
    expect(counted).toEqual([{ conversions: 2 }]);
  });

  test('withdrawal erases what is stored and what still waits', async () => {
    const { database } = (await start()).ports;
    const log = new ExposureLog(database, quiet);
    log.expose([exposure({ id: 'anna' }), exposure({ id: 'bert' })]);
    await log.flush();
    log.convert({ event: 'registration_finished', at: START, id: 'anna', isStored: false, assignments: [] });
    log.erase('anna');
    await log.close();
    const left = await database.db.selectFrom('phase_exposures').select('anonymous_id').execute();
    expect(left).toEqual([{ anonymous_id: 'bert' }]);
    expect(await database.db.selectFrom('conversions').selectAll().execute()).toEqual([]);
  });

  test('nothing is lost or counted twice while the database is out', async () => {
    const { database } = (await start()).ports;
    const warnings: unknown[] = [];
    let isOut = true;
    const counters = new Proxy(database.counters, {
      get(target, name) {
        if (isOut && name === 'transaction') throw new Error('The database is out.');
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const log = new ExposureLog({ ...database, counters }, { warn: (...args: unknown[]) => warnings.push(args) });
    for (let i = 0; i < 1200; i += 1) log.expose([exposure({ id: `visitor-${i}` })]);
    expect(await log.flush()).toBe(false);
    expect(await log.flush()).toBe(false);
    log.expose([exposure({ id: 'late' })]);
    isOut = false;
    await log.close();
    expect(warnings).toHaveLength(1);
    const [counted] = await database.db.selectFrom('phase_exposure_counts').select('visitors').execute();
    const rows = await database.db.selectFrom('phase_exposures').select('id').execute();
    expect([counted?.visitors, rows.length, log.waiting]).toEqual([1201, 1201, 0]);
  });

  test('Queued rows are on disk within 200 ms without a request', async () => {
    const { database } = (await start()).ports;
    const log = new ExposureLog(database, quiet);
    log.expose([exposure({ id: 'anna' })]);
    await expect.poll(() => database.db.selectFrom('phase_exposures').select('id').execute()).toHaveLength(1);
    expect(log.waiting).toBe(0);
    await log.close();
  });
});

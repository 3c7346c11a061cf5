import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { retentionRules } from '#server/app/module-definitions.ts';
import { bench, engines, START, type TestBackend } from '#tests/helpers/backend.ts';
import { endLease, takeLease } from './lease.ts';
import { createRetention, selectDueRows, retentionLimits, type RetentionRule } from './retention.ts';
import { retentionHealth, buildRetentionMetrics } from './retention-state.ts';
import { toTimestamp } from './timestamp.ts';

const counters: RetentionRule = { table: 'rate_limits', from: 'expires_at', days: 0, why: 'A test.' };
const past = toTimestamp(START - 1);

async function addCounters({ ports }: TestBackend, count: number, expires: string): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    key: `${expires} ${index}`,
    window_start: past,
    expires_at: expires,
    hits: 1,
  }));
  for (let from = 0; from < count; from += 1_000)
    await ports.database.db
      .insertInto('rate_limits')
      .values(rows.slice(from, from + 1_000))
      .execute();
}

describe.each(engines)('retention on %s', (engine) => {
  const { start, location } = bench(engine);
  const left = async ({ ports }: TestBackend): Promise<number> =>
    (await ports.database.db.selectFrom('rate_limits').select('key').execute()).length;

  test('takes a batch after the other, and nothing that is not past its time', async () => {
    const backend = await start();
    const rows = 2 * retentionLimits.batch + 1;
    await addCounters(backend, rows, past);
    await addCounters(backend, 3, toTimestamp(START + 1));
    const purging = createRetention(backend.ports, [counters]);
    expect(await purging.purge()).toEqual({ deleted: { rate_limits: rows }, failed: [] });
    expect(await left(backend)).toBe(3);
    expect(purging.total()).toEqual({ rate_limits: rows });
  });

  test('is the work of one process at a time, and of another one after the first has died', async () => {
    const place = await location();
    const [one, other] = [await start(place), await start(place)];
    await addCounters(one, 1, past);
    const dead = { name: 'retention', holder: 'a process that died' };
    expect(await takeLease(one.ports.database.db, dead, START, retentionLimits.lease)).toBe(true);
    expect((await other.runMaintenance()).purged).toEqual({});
    expect(await left(one)).toBe(1);
    other.pass(retentionLimits.lease);
    expect((await other.runMaintenance()).purged).toMatchObject({ rate_limits: 1 });
    expect((await one.runMaintenance()).purged).toMatchObject({ rate_limits: 0 });
  });

  test('a lease is renewed by its holder, refused to others and given back', async () => {
    const { db } = (await start()).ports.database;
    const take = (holder: string, now: number) => takeLease(db, { name: 'x', holder }, now, 1_000);
    expect([await take('a', START), await take('a', START + 900), await take('b', START + 1_500)]).toEqual([
      true,
      true,
      false,
    ]);
    await endLease(db, { name: 'x', holder: 'b' });
    expect(await take('b', START + 1_500)).toBe(false);
    await endLease(db, { name: 'x', holder: 'a' });
    expect(await take('b', START + 1_500)).toBe(true);
    const both = await Promise.all(['c', 'd', 'e'].map((holder) => take(holder, START + 9_000)));
    expect(both.filter(Boolean)).toHaveLength(1);
  });

  test('a rule that cannot run is reported and stops no other; the report goes when it runs again', async () => {
    const backend = await start();
    const { db } = backend.ports.database;
    await addCounters(backend, 1, past);
    await db.schema.alterTable('conversions').renameTo('hidden').execute();
    const purging = createRetention(backend.ports, [
      { table: 'conversions', from: 'at', days: 1, why: 'A test.' },
      counters,
    ]);
    const { deleted, failed } = await purging.purge();
    expect(deleted).toEqual({ rate_limits: 1 });
    expect(failed).toEqual([{ table: 'conversions', reason: expect.stringContaining('conversions') }]);
    expect(retentionHealth(purging)()).toEqual({ reasons: [], details: { retentionFailing: ['conversions'] } });
    const [gauge] = buildRetentionMetrics(purging);
    expect((await gauge?.get())?.values).toEqual([{ labels: { table: 'conversions' }, value: 1 }]);
    await db.schema.alterTable('hidden').renameTo('conversions').execute();
    expect(await purging.purge()).toMatchObject({ failed: [] });
    expect(retentionHealth(purging)()).toEqual({ reasons: [] });
  });

  test('rows that are due by any rule are found by an index', async () => {
    const { db } = (await start()).ports.database;
    for (const rule of retentionRules) {
      const due = selectDueRows(engine, rule, START, retentionLimits.batch);
      const plan = await db.transaction().execute(async (tx) => {
        // What is left when the table is large; an empty one is read in one go.
        if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(tx);
        const words = sql.raw(engine === 'postgres' ? 'explain' : 'explain query plan');
        return JSON.stringify((await sql`${words} ${due}`.execute(tx)).rows);
      });
      const found = `(?:Index Cond: [^"]*${rule.from}|USING (?:COVERING )?INDEX \\w+ \\([^)]*${rule.from}<)`;
      expect(plan).toMatch(new RegExp(found));
      expect(plan).not.toMatch(/Seq Scan|SCAN/);
    }
  });
});

import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#server/platform/database/timestamp.ts';
import { bench, engines, START } from '#tests/helpers/backend.ts';
import { countError } from '#server/platform/observability/error-counts.ts';
import { readErrorCounts, storeErrorCounts } from './store-error-counts.ts';

describe.each(engines)('errors by day on %s', (engine) => {
  const { start } = bench(engine);

  test('are added up over processes and hours, and are not lost while the database is out', async () => {
    const { ports, ...backend } = await start();
    const { db } = ports.database;
    const days = [START - 2 * DAY, START - DAY, START];
    for (const at of [START - DAY - HOUR, START - DAY, START - DAY + HOUR, START - HOUR]) countError('server', at);
    countError('browser', START - HOUR);
    await storeErrorCounts(db);
    countError('server', START - HOUR);
    await storeErrorCounts(db);
    expect([await readErrorCounts(db, 'server', days), await readErrorCounts(db, 'browser', days)]).toEqual([
      [1, 4],
      [0, 1],
    ]);
    await backend.close();
    countError('server', START - HOUR);
    await expect(storeErrorCounts(db)).rejects.toThrow(/destroyed|calling end/);
    const other = (await start()).ports.database.db;
    await storeErrorCounts(other);
    expect(await readErrorCounts(other, 'server', days)).toEqual([0, 1]);
  });
});

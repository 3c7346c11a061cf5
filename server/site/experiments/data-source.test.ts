import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBackend } from '#server/backend.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { SECRET } from '#tests/helpers/backend.ts';
import { hasPostgres, startPostgres, type TemporaryPostgres } from '#tests/helpers/postgres.ts';
import { ExposureLog } from './exposure-log.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/experiments.md'), 'utf8');
const [role = '', ...queries] = [...page.matchAll(/```sql\n([^]*?)```/g)].map(([, sql]) => sql ?? '');
const at = Date.UTC(2026, 10, 20, 10, 30);

describe.runIf(hasPostgres())('the data source of the documentation, on PostgreSQL', () => {
  let postgres: TemporaryPostgres | null;
  let reader: pg.Client;

  beforeAll(async () => {
    postgres = await startPostgres();
    const databaseUrl = (await postgres?.createDatabase()) ?? '';
    const backend = await createBackend({
      databaseUrl,
      dataDir: '/nonexistent',
      secret: SECRET,
      site: plainSite({ name: 'Sample', publicOrigin: 'https://www.example.com' }),
      mailFrom: 'Sample <hello@example.com>',
    });
    const log = new ExposureLog(backend.ports.database, { warn: () => undefined });
    const attributes = {
      locale: 'de',
      applicationCountry: 'AT',
      device: 'phone',
      webView: false,
      visit: 'new',
      landing: 'landings/default',
      consent: 'given',
    } as const;
    const arm = { experiment: 'short-hero', phase: 1, variation: 'short', revision: 'r1' };
    log.expose([{ ...arm, at, id: 'anna', isFirst: true, attributes }]);
    log.convert({ event: 'registration_finished', at: at + 60_000, id: 'anna', isKept: false, assignments: [] });
    await log.close();
    await backend.close();
    const owner = new pg.Client({ connectionString: databaseUrl });
    await owner.connect();
    await owner.query(role);
    await owner.end();
    reader = new pg.Client({ connectionString: databaseUrl.replace('vitrine@', 'growthbook@') });
    await reader.connect();
  }, 60_000);

  afterAll(async () => {
    await reader?.end();
    await postgres?.stop();
  });

  test('every query runs as the role that may only read', async () => {
    const results: unknown[] = [];
    for (const query of queries) results.push((await reader.query(query)).rows);
    expect(results).toEqual([
      [
        {
          anonymous_id: 'anna',
          timestamp: new Date(at),
          experiment_id: 'short-hero',
          variation_id: 'short',
          locale: 'de',
          country: 'AT',
          device: 'phone',
          phase: 1,
          revision: 'r1',
          visit: 'new',
          landing: 'landings/default',
          consent: 'given',
        },
      ],
      [{ anonymous_id: 'anna', timestamp: new Date(at + 60_000) }],
      [
        {
          experiment_id: 'short-hero',
          variation_id: 'short',
          locale: 'de',
          hour: new Date(Date.UTC(2026, 10, 20, 10)),
          visitors: 1,
          phase: 1,
          device: 'phone',
        },
      ],
    ]);
  });

  test('the role reaches no other table and changes nothing', async () => {
    await expect(reader.query('select * from members')).rejects.toThrow('permission denied');
    await expect(reader.query('delete from exposures')).rejects.toThrow('permission denied');
  });
});

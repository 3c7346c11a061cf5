import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBackend } from '#server/app/backend.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { SECRET } from '#tests/helpers/secret.ts';
import { hasPostgres, startPostgres, type TemporaryPostgres } from '#tests/helpers/postgres.ts';
import { dataViews, grant, withDataViews } from './data-views.ts';
import { ExposureLog } from './exposure-log.ts';
import { phoneAttributes } from '#tests/helpers/experiments.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/experiments.md'), 'utf8');

test('docs/experiments.md documents the grant and the query of every data view', () => {
  expect(page, 'Write it anew: node server/site/experiments/write-data-views.ts').toBe(withDataViews(page));
});

const at = Date.UTC(2026, 10, 20, 10, 30);

describe.runIf(hasPostgres())('the data source of the documentation, on PostgreSQL', () => {
  let postgres: TemporaryPostgres | null;
  let reader: pg.Client;
  /** Tables and views that say anything of experiments or their participants. */
  let stored: readonly string[] = [];

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
    const variation = { experiment: 'short-hero', phase: 1, variation: 'short', revision: 'r1' };
    const holdout = { experiment: 'season', phase: 2, variation: 'out', revision: 'r1' };
    log.expose([
      { ...variation, at, id: 'anna', isFirst: true, attributes: { ...phoneAttributes, shown: 'page' } },
      { ...holdout, at, id: 'anna', isFirst: true, attributes: phoneAttributes },
    ]);
    const assignments = [{ experiment: 'season', phase: 2, variation: 'out' }];
    log.convert({ event: 'registration_finished', at: at + 60_000, id: 'anna', isStored: false, assignments });
    log.painted(3, [variation], { visitor: 'anna', document: 'landings/default' });
    await log.close();
    await backend.close();
    const owner = new pg.Client({ connectionString: databaseUrl });
    await owner.connect();
    await owner.query(grant);
    const named = `select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('experiment', 'experiment_id', 'anonymous_id')`;
    stored = (await owner.query<{ name: string }>(named)).rows.map(({ name }) => name);
    await owner.end();
    reader = new pg.Client({ connectionString: databaseUrl.replace('vitrine@', 'growthbook@') });
    await reader.connect();
  }, 60_000);

  afterAll(async () => {
    await reader?.end();
    await postgres?.stop();
  });

  test('every view of the list answers its query to the role that may only read, holdouts and counters among them', async () => {
    const answers = new Map<string, readonly unknown[]>();
    for (const { name, query } of dataViews) answers.set(name, (await reader.query(query)).rows);
    const hour = new Date(Date.UTC(2026, 10, 20, 10));
    const viewed = { anonymous_id: 'anna', timestamp: new Date(at), locale: 'de', country: 'AT', device: 'phone' };
    const known = { revision: 'r1', visit: 'new', landing: 'landings/default', consent: 'given' };
    const hero = { experiment_id: 'short-hero', variation_id: 'short', phase: 1 };
    const season = { experiment_id: 'season', variation_id: 'out', phase: 2 };
    const expected: Readonly<Record<string, readonly unknown[]>> = {
      experiment_viewed: [
        { ...viewed, ...known, ...season },
        { ...viewed, ...known, ...hero },
      ],
      conversion_events: [{ anonymous_id: 'anna', timestamp: new Date(at + 60_000) }],
      exposures_by_hour: [season, hero].map((variation) => ({
        ...variation,
        locale: 'de',
        hour,
        visitors: 1,
        device: 'phone',
      })),
      conversion_totals: [{ ...season, event: 'registration_finished', hour, conversions: 1 }],
      page_exposure_counts: [{ ...hero, visitors: 1 }],
      paint_counts: [{ ...hero, step: 3, pages: 1 }],
    };
    expect([...answers.keys()]).toEqual(Object.keys(expected));
    for (const [name, rows] of answers) expect(byExperiment(rows), name).toEqual(expected[name]);
  });

  test('whatever else says something of an experiment is part of a view, or named here with its reason', () => {
    const inside = {
      agreed_counts: 'sums of the same rows, kept for the results page',
      experiment_changes: 'which publications changed what an experiment shows',
      experiment_stops: 'who stopped an experiment',
      network_exposure_counts: 'what networks brought, kept for the results page',
      surplus_counts: 'visits that count nowhere, kept for the results page',
      exported_erasures: 'who was erased',
    };
    const listed = dataViews.flatMap(({ name, madeOf }) => [name, ...madeOf]);
    expect(stored.filter((name) => !listed.includes(name) && !Object.hasOwn(inside, name))).toEqual([]);
  });

  test('the role reaches no other table and changes nothing', async () => {
    await expect(reader.query('select * from members')).rejects.toThrow('permission denied');
    await expect(reader.query('select * from phase_exposures')).rejects.toThrow('permission denied');
    await expect(reader.query('delete from paint_counts')).rejects.toThrow('permission denied');
  });
});

/** No query says in which order rows come. */
const byExperiment = (rows: readonly unknown[]): readonly unknown[] =>
  rows.toSorted((one, other) => toKey(one).localeCompare(toKey(other)));

const toKey = (row: unknown): string =>
  typeof row === 'object' && row !== null && 'experiment_id' in row ? String(row.experiment_id) : '';

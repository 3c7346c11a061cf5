import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Backend } from '#server/app/backend.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import { addCode } from '#tests/helpers/add-code.ts';
import { startPostgres } from '#tests/helpers/postgres.ts';
import { openRegistrations, register } from './parts/registrations.ts';
import { printTable } from './parts/table.ts';

export const summary = 'Bytes on disk of a registration and of an exposure in PostgreSQL, with their indexes.';

const REGISTRATIONS = 2_000;
const EXPOSURES = 50_000;
const BATCH = 500;

/** Per second and connection, written as the server writes them: many in one transaction. */
interface Writing {
  readonly perSecond: number;
  /** Of the table with its indexes, per row. */
  readonly bytes: number;
}

export async function run(): Promise<void> {
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('PostgreSQL was not found; "npm test" installs it where it may.');
  const { backend, close } = await openRegistrations(await postgres.createDatabase());
  try {
    const registrations = await measure(backend, REGISTRATIONS, registerAll);
    const exposures = await measure(backend, EXPOSURES, storeExposures);
    printTable(
      'What PostgreSQL keeps, tables with their indexes, and how fast one connection writes it',
      ['', 'rows', 'per second', 'bytes each', 'of a million'],
      [
        row('registrations with consents, token, mail', REGISTRATIONS, registrations),
        row('exposures, 500 in one transaction', EXPOSURES, exposures),
      ],
    );
  } finally {
    await close();
    await postgres.stop();
  }
}

function row(name: string, count: number, { perSecond, bytes }: Writing): (string | number)[] {
  return [name, count, Math.round(perSecond), Math.round(bytes), `${(bytes / 1000).toFixed(2)} GB`];
}

async function measure(
  backend: Backend,
  count: number,
  write: (backend: Backend, count: number) => Promise<void>,
): Promise<Writing> {
  const before = await databaseSize(backend);
  const started = performance.now();
  await write(backend, count);
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: count / seconds, bytes: ((await databaseSize(backend)) - before) / count };
}

async function databaseSize({ ports: { database } }: Backend): Promise<number> {
  const { rows } = await sql<{ size: string }>`
    select sum(pg_total_relation_size(oid)) as size from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(database.db);
  return Number(rows[0]?.size);
}

async function registerAll(backend: Backend, count: number): Promise<void> {
  await addCode(backend, 'PLACES', count);
  for (let each = 0; each < count; each += 1) await register(backend, each);
}

const attributes = JSON.stringify({
  locale: 'fr',
  applicationCountry: 'FR',
  device: 'mobile',
  webView: false,
  utm_source: 'newsletter',
});

async function storeExposures({ ports: { database } }: Backend, count: number): Promise<void> {
  for (let done = 0; done < count; done += BATCH) {
    const rows = Array.from({ length: BATCH }, () => ({
      id: randomUUID(),
      anonymous_id: randomUUID(),
      experiment: 'short-hero',
      phase: 1,
      variation: 'variant-b',
      revision: '0123456789abcdef',
      attributes,
      evaluated_at: toTimestamp(Date.now()),
    }));
    await database.db.transaction().execute((tx) => tx.insertInto('phase_exposures').values(rows).execute());
  }
}

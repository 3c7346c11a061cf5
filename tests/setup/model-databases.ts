import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackend } from '#server/app/backend.ts';
import { MODEL_DATABASE } from '#tests/helpers/data-folder.ts';
import { MIGRATED, MODEL_CLUSTER, SHARED_CLUSTER, SHARED_PORT, startPostgres } from '#tests/helpers/postgres.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';

/**
 * Makes an embedded database, and a PostgreSQL cluster whose database `migrated`, that have the tables of this release. Databases of tests
 * are copies of their files, or are made in a cluster that all tests share: to create each anew, and to bring it up to date, took a third of the time of tests with a database.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  // A test may run the tests of another project: that makes models of its own.
  process.env[MODEL_DATABASE] = '';
  for (const name of [MODEL_CLUSTER, SHARED_CLUSTER, SHARED_PORT]) process.env[name] = '';
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-model-'));
  // Tests that run as another user copy it too.
  await chmod(dataDir, 0o755);
  await makeTables(dataDir);
  const postgres = await startPostgres();
  if (postgres !== null) {
    await makeTables(dataDir, await postgres.createDatabase(MIGRATED));
    await postgres.halt();
    process.env[MODEL_CLUSTER] = postgres.folder;
  }
  // Four workers with some backends each, every one with a pool of its own.
  const shared = postgres && (await startPostgres(400));
  if (shared) {
    process.env[SHARED_CLUSTER] = shared.folder;
    process.env[SHARED_PORT] = String(shared.port ?? '');
  }
  process.env[MODEL_DATABASE] = join(dataDir, 'vitrine.sqlite');
  return async () => {
    await shared?.stop();
    await postgres?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function makeTables(dataDir: string, databaseUrl?: string): Promise<void> {
  const backend = await createBackend({
    secret: 'a secret that nothing in this database is sealed with',
    mailFrom: 'Maison Cercle <hello@example.com>',
    site: plainSite({ name: 'Maison Cercle', publicOrigin: 'https://www.example.com' }),
    clock: { now: Date.now },
    dataDir,
    databaseUrl,
  });
  await backend.close();
}

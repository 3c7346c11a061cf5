import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackend } from '#server/app/backend.ts';
import { MODEL_DATABASE } from '#tests/helpers/data-folder.ts';
import { MIGRATED, MODEL_CLUSTER, startPostgres } from '#tests/helpers/postgres.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';

/**
 * Makes an embedded database, and a PostgreSQL cluster whose database `migrated`, that have the tables of this release. Databases of tests
 * are copies of their files: to create each anew, and to bring it up to date, took a third of the time of tests with a database.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  // A test may run the tests of another project: that makes models of its own.
  process.env[MODEL_DATABASE] = '';
  process.env[MODEL_CLUSTER] = '';
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-model-'));
  // Tests that run as somebody else copy it too.
  await chmod(dataDir, 0o755);
  await makeTables(dataDir);
  const postgres = await startPostgres();
  if (postgres !== null) {
    await makeTables(dataDir, await postgres.createDatabase(MIGRATED));
    await postgres.halt();
    process.env[MODEL_CLUSTER] = postgres.folder;
  }
  process.env[MODEL_DATABASE] = join(dataDir, 'vitrine.sqlite');
  return async () => {
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
    ...(databaseUrl !== undefined && { databaseUrl }),
  });
  await backend.close();
}

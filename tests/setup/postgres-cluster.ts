import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackend } from '#server/backend.ts';
import { MIGRATED, MODEL_CLUSTER, startPostgres } from '#tests/helpers/postgres.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';

/**
 * Makes one PostgreSQL cluster whose database `migrated` has the tables of this release, and stops it. Clusters of tests are
 * copies of its files: to create one anew, and to bring every test's database up to date, took a fifth of the suite's time.
 */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  // A test may run the tests of another project: that makes a model of its own.
  process.env[MODEL_CLUSTER] = '';
  const postgres = await startPostgres();
  if (postgres === null) return undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-data-'));
  const backend = await createBackend({
    secret: 'a secret that nothing in this database is sealed with',
    mailFrom: 'Maison Cercle <hello@example.com>',
    site: plainSite({ name: 'Maison Cercle', publicOrigin: 'https://www.example.com' }),
    clock: { now: Date.now },
    dataDir,
    databaseUrl: await postgres.createDatabase(MIGRATED),
  });
  await backend.close();
  await rm(dataDir, { recursive: true, force: true });
  await postgres.halt();
  process.env[MODEL_CLUSTER] = postgres.folder;
  return () => postgres.stop();
}

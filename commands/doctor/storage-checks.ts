import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { sql } from 'kysely';
import { allMigrations } from '#server/app/module-definitions.ts';
import { connectForMigrations } from '#server/platform/database/migration-connection.ts';
import { mergeMigrations } from '#server/platform/database/migration-steps.ts';
import { readSchemaState, describeDatabaseError } from '#server/platform/database/schema-state.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { DoctorCheck } from './diagnose.ts';

/** Minimum free bytes for a server. */
const FREE_SPACE = 512 * 2 ** 20;

export const dataFolder: DoctorCheck = {
  name: 'Data folder',
  async run({ dataDir }) {
    const folder = resolve(dataDir);
    const existing = nearestFolder(folder);
    try {
      await access(existing, constants.W_OK | constants.X_OK);
    } catch {
      return {
        state: 'error',
        found: `This user may not write to "${existing}".`,
        advice: 'Give it the folder (chown), or set DATA_DIR to one that it may write to.',
      };
    }
    const { bavail, bsize } = await statfs(existing);
    const free = `${((bavail * bsize) / 2 ** 30).toFixed(1)} GiB free`;
    if (bavail * bsize < FREE_SPACE)
      return {
        state: 'warning',
        found: `${folder}: ${free}`,
        advice: 'Make room, or set DATA_DIR to a larger disk: without any, nothing can be stored.',
      };
    return { state: 'ok', found: `${folder}${existing === folder ? '' : ' (made at the first start)'}, ${free}` };
  },
};

export const database: DoctorCheck = {
  name: 'Database',
  async run(settings) {
    const location = locateDatabase(settings);
    if (settings.databaseUrl === '' && !existsSync(location))
      return { state: 'ok', found: 'SQLite, made at the first start' };
    const { engine, db, close } = connectForMigrations(location);
    try {
      const steps = mergeMigrations(allMigrations);
      const { ran, pending, newer } = await readSchemaState(db, steps);
      const found = `${engine}, ${ran.length} of ${steps.length} migrations have run`;
      if (newer.length > 0)
        return {
          state: 'warning',
          found: `${found}, and ${newer.length} of a newer release`,
          advice: 'Start that release; docs/operations.md says which older ones may still serve.',
        };
      if (pending.length === 0) return { state: 'ok', found };
      return settings.migratesAtStart
        ? { state: 'ok', found: `${found}; the start runs the others` }
        : { state: 'error', found, advice: 'Run "npm run database -- migrate" before the server starts.' };
    } finally {
      await close();
    }
  },
};

/** Without TLS, personal data and the database password can be read on the network. */
export const databaseEncryption: DoctorCheck = {
  name: 'Database network',
  async run({ databaseUrl, isDatabaseUnencrypted }) {
    if (databaseUrl === '') return { state: 'skipped', found: 'SQLite is reached without a network' };
    return isDatabaseUnencrypted
      ? {
          state: 'warning',
          found: 'The connection to a database on another machine is not encrypted.',
          advice: 'Add sslmode=verify-full to DATABASE_URL, and sslrootcert=<file> for a certificate of your own.',
        }
      : { state: 'ok', found: 'encrypted, or on this machine' };
  },
};

/** A superuser should not serve pages; a user without CREATE cannot migrate. */
export const databaseRoles: DoctorCheck = {
  name: 'Database role',
  async run(settings) {
    if (settings.databaseUrl === '') return { state: 'skipped', found: 'SQLite has no roles' };
    const { db, close } = connectForMigrations(locateDatabase(settings));
    try {
      const { rows } = await sql<{ name: string; superuser: boolean; creates: boolean }>`
        select current_user as name, rolsuper as superuser,
          has_schema_privilege(current_user, current_schema(), 'CREATE') as creates
        from pg_roles where rolname = current_user`.execute(db);
      const [{ name = '', superuser = false, creates = false } = {}] = rows;
      if (!creates && settings.migratesAtStart)
        return {
          state: 'error',
          found: `"${name}" may not create tables, which a start has to.`,
          advice: `Run GRANT CREATE ON SCHEMA public TO "${name}", or set DATABASE_MIGRATIONS=manual and migrate with another role.`,
        };
      if (superuser)
        return {
          state: 'warning',
          found: `"${name}" is a superuser.`,
          advice: 'Make a role that owns this database alone, and use it in DATABASE_URL.',
        };
      return { state: 'ok', found: `"${name}"${creates ? ', may create tables' : ''}` };
    } catch (error) {
      return {
        state: 'error',
        found: describeDatabaseError(error),
        advice: 'Look at DATABASE_URL: host, port, user, password.',
      };
    } finally {
      await close();
    }
  },
};

const locateDatabase = ({ databaseDirectUrl, dataDir }: Settings): string =>
  databaseDirectUrl === '' ? join(dataDir, 'vitrine.sqlite') : databaseDirectUrl;

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

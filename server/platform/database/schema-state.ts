import type { Db } from '#server/platform/database/open-database.ts';
import { isUnavailableError, UserError, UnavailableError } from '#engine/shared/errors.ts';
import type { MigrationPhase, MigrationStep } from './migration-steps.ts';

/** Kysely's list of what has run, and beside it the phase of each migration, which an earlier release cannot know by itself. Kysely asks for an index signature, which an interface has not. */
export type Bookkeeping = {
  kysely_migration: { name: string; timestamp: string };
  migration_phases: { name: string; phase: MigrationPhase };
};

/** How far the database is. */
export interface SchemaState {
  /** Names, in the order of their names. */
  readonly ran: readonly string[];
  readonly pending: readonly MigrationStep[];
  /** What a newer release did. */
  readonly newer: readonly { readonly name: string; readonly phase: MigrationPhase | null }[];
}

/** Reads it with two plain queries, by any connection. */
export async function readSchemaState(db: Db, steps: readonly MigrationStep[]): Promise<SchemaState> {
  const books = db.withTables<Bookkeeping>();
  const ran = (await orNothing(books.selectFrom('kysely_migration').select('name').orderBy('name').execute())).map(
    ({ name }) => name,
  );
  const own = new Set(steps.map(({ name }) => name));
  const unknown = ran.filter((name) => !own.has(name));
  return {
    ran,
    pending: steps.filter(({ name }) => !ran.includes(name)),
    newer: unknown.length === 0 ? [] : await withPhases(db, unknown),
  };
}

async function withPhases(db: Db, names: readonly string[]): Promise<SchemaState['newer']> {
  const rows = await orNothing(
    db.withTables<Bookkeeping>().selectFrom('migration_phases').selectAll().where('name', 'in', names).execute(),
  );
  const phases = new Map(rows.map(({ name, phase }) => [name, phase]));
  return names.map((name) => ({ name, phase: phases.get(name) ?? null }));
}

/**
 * A newer release may only have added something.
 *
 * @throws UserError that names what this release cannot work with
 */
export function assertSchemaNotNewer({ newer }: SchemaState): void {
  const broken = newer.filter(({ phase }) => phase !== 'expand').map(({ name }) => `"${name}"`);
  if (broken.length === 0) return;
  throw new UserError(
    `A newer release has changed this database in a way that this release cannot work with (${broken.join(', ')}). Start that release or a newer one, or restore the back-up from before.`,
  );
}

/** The database waits for a migration that this process may not run. */
export class SchemaBehindError extends UnavailableError {}

/**
 * For a server that does not migrate by itself. What only takes away may wait until no earlier release is running.
 *
 * @throws SchemaBehindError that names what is missing: the database may be brought up to date at any moment
 */
export function assertSchemaCurrent({ ran, pending }: SchemaState): void {
  const missing = pending.filter(({ phase }) => phase === 'expand').map(({ name }) => `"${name}"`);
  if (missing.length === 0) return;
  const what =
    ran.length === 0
      ? 'The database has no tables yet'
      : `The database is behind this release (${missing.join(', ')} did not run yet)`;
  throw new SchemaBehindError(
    `${what}. Run "npm run database -- migrate" with this release, or set DATABASE_MIGRATIONS to "at-start".`,
  );
}

/** No rows where there is no such table yet: `undefined_table` of PostgreSQL, SQLite has words alone. */
async function orNothing<Row>(rows: Promise<Row[]>): Promise<Row[]> {
  return rows.catch((error: unknown) => {
    const isMissing =
      error instanceof Error && (('code' in error && error.code === '42P01') || /no such table/.test(error.message));
    if (isMissing) return [];
    if (isUnavailableError(error)) throw error;
    throw new UnavailableError(
      `The database does not say which migrations have run (${databaseErrorMessage(error)}). Look whether it runs, and whether its user may read its tables.`,
      { cause: error },
    );
  });
}

/** A connection that was refused under several addresses has no message, only a code. */
export function databaseErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}

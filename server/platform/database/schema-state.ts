import type { Db } from '#server/platform/database/open-database.ts';
import { isUnavailableError, UserError, UnavailableError } from '#engine/shared/errors.ts';
import type { MigrationPhase, MigrationStep } from './migration-steps.ts';

/** Kysely's list of applied migrations, and the phase of each, which an earlier release cannot know. A type, because Kysely requires an index signature. */
export type Bookkeeping = {
  kysely_migration: { name: string; timestamp: string };
  migration_phases: { name: string; phase: MigrationPhase };
};

/** Migration state of a database. */
export interface SchemaState {
  /** Names of applied migrations, sorted. */
  readonly ran: readonly string[];
  readonly pending: readonly MigrationStep[];
  /** Migrations of a newer release. */
  readonly newer: readonly { readonly name: string; readonly phase: MigrationPhase | null }[];
}

/** Reads the state with two plain queries. */
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
 * Accepts a newer schema only if its migrations are of the phase `expand`.
 *
 * @throws UserError that names incompatible migrations
 */
export function assertSchemaNotNewer({ newer }: SchemaState): void {
  const broken = newer.filter(({ phase }) => phase !== 'expand').map(({ name }) => `"${name}"`);
  if (broken.length === 0) return;
  throw new UserError(
    `A newer release has changed this database in a way that this release cannot work with (${broken.join(', ')}). Start that release or a newer one, or restore the back-up from before.`,
  );
}

/** A migration is pending that this process may not run. */
export class SchemaBehindError extends UnavailableError {}

/**
 * For a server that does not migrate. Pending `contract` migrations are fine: they wait until no earlier release is running.
 *
 * @throws SchemaBehindError that names the pending migrations
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

/** Empty when the table does not exist: `undefined_table` on PostgreSQL, an error message on SQLite. */
async function orNothing<Row>(rows: Promise<Row[]>): Promise<Row[]> {
  return rows.catch((error: unknown) => {
    const isMissing =
      error instanceof Error && (('code' in error && error.code === '42P01') || /no such table/.test(error.message));
    if (isMissing) return [];
    if (isUnavailableError(error)) throw error;
    throw new UnavailableError(
      `The database does not say which migrations have run (${describeDatabaseError(error)}). Look whether it runs, and whether its user may read its tables.`,
      { cause: error },
    );
  });
}

/** An error for several addresses has only a code. */
export function describeDatabaseError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}

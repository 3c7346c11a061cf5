import { setTimeout as sleep } from 'node:timers/promises';
import { type Migration, Migrator } from 'kysely/migration';
import { isUserError, isUnavailableError, UnavailableError } from '#engine/shared/errors.ts';
import { classifyDatabaseError } from '#server/platform/database/database-error.ts';
import { buildConcurrently, buildIndexes, listInvalidIndexes } from './concurrent-indexes.ts';
import {
  connectForMigrations,
  type MigrationConnection,
  migrationLimits,
  withMigrationLock,
} from './migration-connection.ts';
import { mergeMigrations, type DatabaseMigration, type MigrationStep } from './migration-steps.ts';
import {
  type Bookkeeping,
  readSchemaState,
  describeDatabaseError,
  assertSchemaNotNewer,
  assertSchemaCurrent,
} from './schema-state.ts';
import type { Db } from '#server/platform/database/open-database.ts';

export interface MigrateOptions {
  /** Stops before the first migration that is incompatible with earlier releases. */
  readonly expandOnly?: boolean;
  /** Receives the name of each applied migration and of each invalid index that is rebuilt. */
  readonly onDone?: (name: string) => void;
}

/**
 * Migrates the database, or checks its schema where migrations are run manually.
 *
 * @param location a URL that leads to PostgreSQL itself, or the path of a SQLite file
 * @throws UserError when a newer release made incompatible changes; UnavailableError when the schema is outdated or a migration failed
 */
export async function runMigrations(
  db: Db,
  location: string,
  parts: readonly DatabaseMigration[],
  mayMigrate: boolean,
): Promise<void> {
  const state = await readSchemaState(db, mergeMigrations(parts));
  assertSchemaNotNewer(state);
  if (state.pending.length === 0) return;
  if (mayMigrate) await migrate(location, parts);
  else assertSchemaCurrent(state);
}

/**
 * Applies all migrations over its own connection; safe to call concurrently (SQLite: one immediate transaction, PostgreSQL: an advisory lock). A
 * failed migration is rolled back; a failed index is rebuilt next time.
 *
 * @throws UnavailableError with the name of the failed migration, UserError when a newer release made incompatible changes
 */
export async function migrate(
  location: string,
  parts: readonly DatabaseMigration[],
  options: MigrateOptions = {},
): Promise<void> {
  const steps = mergeMigrations(parts);
  const chosen = options.expandOnly === true ? untilContract(steps) : steps;
  for (const { upTo, indexes } of groupSteps(chosen)) {
    // Building an index waits for users of its table but blocks no one, so it has no timeout.
    const connection = connectForMigrations(location, indexes ? 0 : migrationLimits.lock);
    const run = { steps, wanted: chosen.slice(0, upTo), indexes, onDone: options.onDone };
    await runSteps(connection, run).finally(() => connection.close());
  }
}

function untilContract(steps: readonly MigrationStep[]): readonly MigrationStep[] {
  const first = steps.findIndex(({ phase }) => phase === 'contract');
  return first === -1 ? steps : steps.slice(0, first);
}

/** Groups consecutive steps of one kind: transactional ones, and indexes, which are built outside a transaction. */
function groupSteps(steps: readonly MigrationStep[]): { readonly upTo: number; readonly indexes: boolean }[] {
  const runs: { upTo: number; indexes: boolean }[] = [];
  for (const [place, step] of steps.entries()) {
    const indexes = step.indexes.length > 0;
    const last = runs.at(-1);
    if (last?.indexes === indexes) last.upTo = place + 1;
    else runs.push({ upTo: place + 1, indexes });
  }
  return runs;
}

interface Run {
  /** All steps of this release. */
  readonly steps: readonly MigrationStep[];
  /** Steps to be applied. */
  readonly wanted: readonly MigrationStep[];
  /** Whether the last of them are indexes. */
  readonly indexes: boolean;
  readonly onDone: MigrateOptions['onDone'];
}

async function runSteps({ engine, db }: MigrationConnection, run: Run): Promise<void> {
  const concurrently = engine === 'postgres' && run.indexes;
  const migrator = new Migrator({
    db,
    disableTransactions: concurrently,
    provider: { getMigrations: () => namedMigrations(db, run, concurrently) },
  });
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Even `if not exists` fails when two processes create a table at the same time.
      if (engine === 'postgres') await withMigrationLock(db, (locked) => storePhases(locked, run.steps));
      else await storePhases(db, run.steps);
      if (concurrently) await repairIndexes(db, run);
      const { error, results = [] } = await migrator.migrateToLatest();
      for (const { migrationName, status } of results) if (status === 'Success') run.onDone?.(migrationName);
      if (error === undefined) return;
      throw failure(error, results.find(({ status }) => status === 'Error')?.migrationName);
    } catch (error) {
      if (attempt >= migrationLimits.attempts || !isWorthAnotherTry(error)) throw failure(error);
      await sleep(migrationLimits.pauseMs * Math.random());
    }
  }
}

/** Whether another process held a lock or recorded the same migration concurrently. */
function isWorthAnotherTry(error: unknown): boolean {
  return ['unique', 'busy', 'retry'].includes(classifyDatabaseError(error));
}

function failure(error: unknown, name = 'preparing the migrations'): unknown {
  if (isUnavailableError(error) || isUserError(error)) return error;
  return new UnavailableError(
    `The database could not be brought to the newest shape: "${name}" failed (${describeDatabaseError(error)}). Look whether it runs, and whether its user may change tables.`,
    { cause: error },
  );
}

/** Kysely rejects a database with unknown migrations; those of a newer release are added as no-ops. */
async function namedMigrations(
  db: Db,
  { steps, wanted }: Run,
  concurrently: boolean,
): Promise<Record<string, Migration>> {
  const state = await readSchemaState(db, steps);
  assertSchemaNotNewer(state);
  const nothing: Migration = { up: async () => {} };
  return {
    ...Object.fromEntries(state.ran.map((name) => [name, nothing])),
    ...Object.fromEntries(wanted.map((step) => [step.name, { up: buildUp(step, concurrently) }])),
  };
}

function buildUp(step: MigrationStep, concurrently: boolean): Migration['up'] {
  const build = concurrently ? buildConcurrently : buildIndexes;
  return step.indexes.length === 0 ? (db) => step.up(db) : (db) => build(db, step.indexes);
}

/** Stored first, so that an earlier release can classify migrations it does not know. */
async function storePhases(db: Db, steps: readonly MigrationStep[]): Promise<void> {
  await db.schema
    .createTable('migration_phases')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('phase', 'text', (column) => column.notNull())
    .execute();
  await db
    .withTables<Bookkeeping>()
    .insertInto('migration_phases')
    .values(steps.map(({ name, phase }) => ({ name, phase })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Rebuilds indexes of applied migrations that have become invalid. */
async function repairIndexes(db: Db, { wanted, onDone }: Run): Promise<void> {
  const { ran } = await readSchemaState(db, wanted);
  const indexes = wanted.filter(({ name }) => ran.includes(name)).flatMap((step) => step.indexes);
  if ((await listInvalidIndexes(db, indexes)).length === 0) return;
  await withMigrationLock(db, async (locked) => {
    const invalid = new Set(await listInvalidIndexes(locked, indexes));
    await buildConcurrently(
      locked,
      indexes.filter(({ index }) => invalid.has(index)),
    );
    for (const index of invalid) onDone?.(index);
  });
}

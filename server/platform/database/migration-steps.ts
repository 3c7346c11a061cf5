import type { Migration } from 'kysely/migration';
import { InternalError } from '#engine/shared/errors.ts';

/**
 * Whether earlier releases work with the changed database (expand and contract, or parallel change). `expand` adds tables, columns that are nullable
 * or have a default, and indexes. `contract` removes or restricts something: it may run only once no server of an earlier release is left and no
 * rollback is intended; it is last in its release.
 */
export type MigrationPhase = 'expand' | 'contract';

/** Name and effect never change after a release. */
interface Named {
  /** Begins with a number; migrations run in the order of their names. */
  readonly name: string;
}

/** A schema migration, or one module's part of it. */
export interface SchemaMigration extends Named, Migration {
  readonly phase: MigrationPhase;
  /** Order of the parts of one migration, which run in one transaction. */
  readonly part?: number;
}

/** An index on a table that may be large. Never unique: existing rows could violate it. */
export interface IndexDefinition {
  readonly index: string;
  readonly table: string;
  readonly columns: readonly string[];
}

/** An index named by its table and columns. */
export const indexOn = (table: string, ...columns: string[]): IndexDefinition => ({
  index: `${table}_by_${columns.join('_')}`,
  table,
  columns,
});

/** Indexes that PostgreSQL builds `concurrently`, which is impossible in a transaction. */
export interface IndexPart extends Named {
  readonly indexes: readonly IndexDefinition[];
}

export type DatabaseMigration = SchemaMigration | IndexPart;

/** One migration with the parts of all modules. */
export interface MigrationStep extends Named, Migration {
  readonly phase: MigrationPhase;
  /** Empty for a transactional migration. */
  readonly indexes: readonly IndexDefinition[];
}

/**
 * Merges the parts of all modules into a list of migrations in order.
 *
 * @throws InternalError for duplicate parts, or a name used for both a transactional migration and indexes
 */
export function mergeMigrations(parts: readonly DatabaseMigration[]): readonly MigrationStep[] {
  const byName = Map.groupBy(parts, ({ name }) => name);
  return [...byName]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, own]) => joinParts(name, own.filter(isSchemaPart), own.filter(isIndexPart)));
}

/** The next unused four-digit number across all modules. */
export function computeNextMigrationNumber(steps: readonly Named[]): string {
  const last = Math.max(0, ...steps.map(({ name }) => Number.parseInt(name, 10)));
  return String(last + 1).padStart(4, '0');
}

const isIndexPart = (part: DatabaseMigration): part is IndexPart => 'indexes' in part;
const isSchemaPart = (part: DatabaseMigration): part is SchemaMigration => !isIndexPart(part);

function joinParts(name: string, schema: readonly SchemaMigration[], indexes: readonly IndexPart[]): MigrationStep {
  if (schema.length > 0 && indexes.length > 0)
    throw new InternalError(
      `The migration "${name}" has parts in a transaction and indexes outside of one. Give the indexes a name of their own.`,
    );
  if (new Set(schema.map(({ part = 1 }) => part)).size < schema.length)
    throw new InternalError(`Two parts of the migration "${name}" have the same number, so their order is undefined.`);
  const inOrder = schema.toSorted((one, other) => (one.part ?? 1) - (other.part ?? 1));
  return {
    name,
    phase: schema.some(({ phase }) => phase === 'contract') ? 'contract' : 'expand',
    indexes: indexes.flatMap((part) => part.indexes),
    async up(db) {
      for (const part of inOrder) await part.up(db);
    },
  };
}

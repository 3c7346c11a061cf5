import type { Migration } from 'kysely/migration';
import { InternalError } from '#engine/shared/errors.ts';

/**
 * Whether releases before it go on working on the changed database (expand and contract, also known as parallel change). `expand` adds:
 * tables, columns that may be empty or have a default, indexes. `contract` takes away or forbids something, so that it may only run once
 * no server of an earlier release is left and nobody wants to go back to one; it is last in its release.
 */
export type MigrationPhase = 'expand' | 'contract';

/** Once it has run anywhere, neither its name nor what it does changes. */
interface Named {
  /** Begins with a number: migrations run in the order of their names. */
  readonly name: string;
}

/** A step of the database's shape, or one module's part of it. */
export interface SchemaMigration extends Named, Migration {
  readonly phase: MigrationPhase;
  /** Parts of one migration run in this order, in one transaction. */
  readonly part?: number;
}

/** An index on a table that may be large already. Never unique: rows that exist could forbid it. */
export interface IndexDefinition {
  readonly index: string;
  readonly table: string;
  readonly columns: readonly string[];
}

/** An index that is named by its table and columns. */
export const indexOn = (table: string, ...columns: string[]): IndexDefinition => ({
  index: `${table}_by_${columns.join('_')}`,
  table,
  columns,
});

/** Indexes that PostgreSQL builds while rows are written (`concurrently`), which cannot be done in a transaction. */
export interface IndexPart extends Named {
  readonly indexes: readonly IndexDefinition[];
}

export type DatabaseMigration = SchemaMigration | IndexPart;

/** One migration of all modules. */
export interface MigrationStep extends Named, Migration {
  readonly phase: MigrationPhase;
  /** Empty for one that runs in a transaction. */
  readonly indexes: readonly IndexDefinition[];
}

/**
 * Parts of all modules as one list of migrations in the order in which they run.
 *
 * @throws InternalError when two parts have the same name and number, or when one name stands for steps and for indexes
 */
export function mergeMigrations(parts: readonly DatabaseMigration[]): readonly MigrationStep[] {
  const byName = Map.groupBy(parts, ({ name }) => name);
  return [...byName]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, own]) => joinParts(name, own.filter(isSchemaPart), own.filter(isIndexPart)));
}

/** Four digits: the number that no migration has had yet, in whichever folder the next one is written. */
export function nextMigrationNumber(steps: readonly Named[]): string {
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
    throw new InternalError(
      `Two parts of the migration "${name}" have the same number, so nobody knows which runs first.`,
    );
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

import { sql } from 'kysely';
import type { CreateTableBuilder, Kysely } from 'kysely';

export type Schema = Kysely<unknown>;
export type Table = CreateTableBuilder<string, string>;

/** Text columns, not null. */
export const addTextColumns = (table: Table, ...names: string[]): Table =>
  names.reduce((built, name) => built.addColumn(name, 'text', (column) => column.notNull()), table);
/** Nullable text columns. */
export const addOptionalColumns = (table: Table, ...names: string[]): Table =>
  names.reduce((built, name) => built.addColumn(name, 'text'), table);
/** A text primary key. */
export const addKeyColumn = (table: Table, name: string): Table =>
  table.addColumn(name, 'text', (column) => column.primaryKey().notNull());
/** Integer columns with default 0. */
export const addIntegerColumns = (table: Table, ...names: string[]): Table =>
  names.reduce((built, name) => built.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0)), table);

/** A text column with a fixed set of values. */
export const addEnumColumn = (table: Table, name: string, words: readonly string[]): Table =>
  addTextColumns(table, name).addCheckConstraint(`${name}_known`, buildEnumCheck(name, words));

/** Check constraint for a fixed set of values. */
export const buildEnumCheck = (name: string, words: readonly string[]) =>
  sql`${sql.ref(name)} in (${sql.join(words.map((each) => sql.lit(each)))})`;

export const create = (db: Schema, name: string, build: (table: Table) => Table): Promise<void> =>
  build(db.schema.createTable(name)).execute();
/** An index named by its table and columns. */
export const index = (db: Schema, table: string, ...columns: string[]): Promise<void> =>
  db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();

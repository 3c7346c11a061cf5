import { type OperationNodeSource, sql } from 'kysely';
import type { Database, Db } from './open-database.ts';

/** A built statement that has not been executed. */
export interface Statement extends OperationNodeSource {
  execute(): Promise<readonly unknown[]>;
}

type Rows<Statements extends readonly Statement[]> = {
  readonly [Place in keyof Statements]: Awaited<ReturnType<Statements[Place]['execute']>>;
};

/**
 * Executes independent statements: on PostgreSQL in one round trip, on SQLite sequentially. No statement sees the writes of another. Rows are
 * returned as JSON: text, numbers and `null` only.
 *
 * @param db a transaction; on SQLite the statements are not atomic otherwise
 * @returns the rows of each statement in order; none for a statement without a result
 */
export async function batch<const Statements extends readonly Statement[]>(
  engine: Database['engine'],
  db: Db,
  statements: Statements,
): Promise<Rows<Statements>> {
  const rows = engine === 'postgres' ? await inOneRoundTrip(db, statements) : await oneByOne(statements);
  // Checked edge: rows are in the order of the statements.
  return rows as unknown as Rows<Statements>;
}

async function oneByOne(statements: readonly Statement[]): Promise<readonly (readonly unknown[])[]> {
  const rows: (readonly unknown[])[] = [];
  for (const statement of statements) rows.push(await statement.execute());
  return rows;
}

/** Data-modifying statements in `with` run to completion even if their result is not read (PostgreSQL's manual, 7.8.4). */
async function inOneRoundTrip(db: Db, statements: readonly Statement[]): Promise<readonly (readonly unknown[])[]> {
  const named = statements.map((statement, place) => ({
    statement,
    name: `s${place}`,
    returns: returnsRows(statement),
  }));
  const parts = named.map(({ statement, name }) => sql`${sql.ref(name)} as (${statement})`);
  const found = named
    .filter(({ returns }) => returns)
    .map(
      ({ name }) =>
        sql`(select coalesce(json_agg(${sql.ref(name)}), '[]'::json) from ${sql.table(name)}) as ${sql.ref(name)}`,
    );
  const answer = await sql<Readonly<Record<string, readonly unknown[]>>>`
    with ${sql.join(parts)} select ${found.length === 0 ? sql`1` : sql.join(found)}`.execute(db);
  return named.map(({ name }) => answer.rows[0]?.[name] ?? []);
}

function returnsRows(statement: Statement): boolean {
  const node = statement.toOperationNode();
  return node.kind === 'SelectQueryNode' || ('returning' in node && node.returning !== undefined);
}

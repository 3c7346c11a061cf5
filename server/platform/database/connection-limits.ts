import { sql } from 'kysely';
import { UnavailableError } from '#engine/shared/errors.ts';
import type { Database } from './open-database.ts';
import { postgresLimits } from './postgres-pool.ts';

interface InForce {
  readonly statement: string;
  readonly transaction: string;
  /** Quoted as an identifier if necessary. */
  readonly role: string;
  readonly database: string;
}

/**
 * Verifies that PostgreSQL has timeouts for statements and idle transactions. A pooler in transaction mode rejects or silently drops those of clients, so
 * the role must have them.
 *
 * @throws UnavailableError with the SQL to run, since the limits can be set at any time
 */
export async function requireLimits({ engine, db }: Database): Promise<void> {
  if (engine !== 'postgres') return;
  const { rows } = await sql<InForce>`
    select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as transaction,
      quote_ident(current_user) as role, quote_ident(current_database()) as database`.execute(db);
  const [inForce] = rows;
  if (inForce === undefined || (inForce.statement !== '0' && inForce.transaction !== '0')) return;
  const { role, database } = inForce;
  const alter = (name: string, milliseconds: number): string =>
    `"alter role ${role} in database ${database} set ${name} = '${milliseconds}ms'"`;
  throw new UnavailableError(
    `Statements have no time limit behind DATABASE_URL. Run ${alter('statement_timeout', postgresLimits.statement)} and ${alter('idle_in_transaction_session_timeout', postgresLimits.idleInTransaction)} on PostgreSQL, then RECONNECT at the console of PgBouncer.`,
  );
}

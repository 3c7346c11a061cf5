import { sql } from 'kysely';
import type { Database } from '#server/platform/database/open-database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { DAY, timestamp } from '#server/platform/database/timestamp.ts';
import type { Clock } from '#server/platform/ports.ts';

/** How long rows of a table stay (ASVS 5.0.0, 14.2.7). */
export interface RetentionRule {
  readonly table: keyof Tables;
  /** Column that holds the time the days count from. */
  readonly from: string;
  readonly days: number;
  /** Only rows in which a column has one of these values. */
  readonly only?: { readonly column: string; readonly values: readonly (string | number)[] };
  readonly why: string;
}

/** Deletes every row past its time; safe to run on several nodes at once. Returns how many rows went, per table. */
export async function purge(
  database: Database,
  clock: Clock,
  rules: readonly RetentionRule[],
): Promise<Readonly<Record<string, number>>> {
  const gone: Record<string, number> = {};
  for (const rule of rules) {
    const before = timestamp(clock.now() - rule.days * DAY);
    const only = rule.only ? sql` and ${sql.ref(rule.only.column)} in (${sql.join(rule.only.values)})` : sql``;
    const result =
      await sql`delete from ${sql.table(rule.table)} where ${sql.ref(rule.from)} <= ${before}${only}`.execute(
        database.db,
      );
    gone[rule.table] = (gone[rule.table] ?? 0) + Number(result.numAffectedRows ?? 0);
  }
  return gone;
}

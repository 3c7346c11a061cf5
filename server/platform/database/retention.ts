import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { endLease, type Lease, takeLease } from '#server/platform/database/lease.ts';
import type { Database } from '#server/platform/database/open-database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { DAY, timestamp } from '#server/platform/database/timestamp.ts';
import type { Clock, Random } from '#server/platform/ports.ts';
import { newId } from '#server/platform/tokens/random.ts';

/** How long rows of a table stay (ASVS 5.0.0, 14.2.7). An index begins with the columns of `only` and `from`. */
export interface RetentionRule {
  readonly table: keyof Tables;
  /** Column that holds the time the days count from. */
  readonly from: string;
  readonly days: number;
  /** Only rows in which a column has one of these values. */
  readonly only?: { readonly column: string; readonly values: readonly (string | number)[] };
  readonly why: string;
}

export const retentionLimits = {
  /** Rows that one statement deletes: far from its time-out, and writers wait for it no longer than for each other. */
  batch: 1_000,
  /** Milliseconds after which another process goes on where one has died. */
  lease: 60_000,
} as const;

/** What could not be deleted, and why. */
export interface FailedRule {
  readonly table: string;
  readonly reason: string;
}

export interface Purged {
  /** Rows that went, by table; empty while another process does it. */
  readonly deleted: Readonly<Record<string, number>>;
  readonly failed: readonly FailedRule[];
}

export interface Retention {
  /** Deletes every row past its time, unless another process is doing that. */
  purge(): Promise<Purged>;
  /** What the last round of this process could not do. */
  readonly failing: () => readonly FailedRule[];
  /** Rows that this process has deleted since its start, by table. */
  readonly total: () => Readonly<Record<string, number>>;
}

/** Deletes what is older than its rule allows, on one process at a time, a batch after the other. One rule that cannot run stops no other. */
export function createRetention(
  { database, clock, random }: { readonly database: Database; readonly clock: Clock; readonly random: Random },
  rules: readonly RetentionRule[],
): Retention {
  const lease: Lease = { name: 'retention', holder: newId(random) };
  const total: Record<string, number> = {};
  let failing: readonly FailedRule[] = [];
  const isMine = (): Promise<boolean> => takeLease(database.db, lease, clock.now(), retentionLimits.lease);

  async function runRule(rule: RetentionRule, deleted: Record<string, number>): Promise<boolean> {
    for (;;) {
      const started = performance.now();
      const count = await deleteBatch(database, rule, clock.now());
      for (const sums of [deleted, total]) sums[rule.table] = (sums[rule.table] ?? 0) + count;
      if (count < retentionLimits.batch) return true;
      if (!(await isMine())) return false;
      // As long a pause as the work: visitors come first.
      await sleep(performance.now() - started);
    }
  }

  async function runRules(): Promise<Purged> {
    const deleted: Record<string, number> = {};
    const failed: FailedRule[] = [];
    for (const rule of rules) {
      try {
        if (!(await runRule(rule, deleted))) break;
      } catch (error) {
        failed.push({ table: rule.table, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    return { deleted, failed };
  }

  return {
    failing: () => failing,
    total: () => total,
    async purge() {
      if (!(await isMine())) return { deleted: {}, failed: (failing = []) };
      try {
        const purged = await runRules();
        failing = purged.failed;
        return purged;
      } finally {
        await endLease(database.db, lease);
      }
    },
  };
}

/** Rows of a rule past their time, by the engine's own number of a row. Which ones is all the same, as long as an index finds them. */
export function dueRows(
  engine: Database['engine'],
  { table, from, days, only }: RetentionRule,
  now: number,
  limit: number,
): RawBuilder<unknown> {
  const row = sql.raw(engine === 'postgres' ? 'ctid' : 'rowid');
  const values = only === undefined ? sql`` : sql`${sql.ref(only.column)} in (${sql.join(only.values)}) and `;
  // Rows that somebody is changing wait for the next round.
  const lock = sql.raw(engine === 'postgres' ? ' for update skip locked' : '');
  return sql`select ${row} from ${sql.table(table)} where ${values}${sql.ref(from)} <= ${timestamp(now - days * DAY)} limit ${sql.lit(limit)}${lock}`;
}

async function deleteBatch({ engine, db }: Database, rule: RetentionRule, now: number): Promise<number> {
  const due = dueRows(engine, rule, now, retentionLimits.batch);
  // An array is what makes PostgreSQL go straight to these rows.
  const which = engine === 'postgres' ? sql`ctid = any(array(${due}))` : sql`rowid in (${due})`;
  const { numAffectedRows } = await sql`delete from ${sql.table(rule.table)} where ${which}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

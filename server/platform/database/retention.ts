import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { endLease, type Lease, takeLease } from '#server/platform/database/lease.ts';
import type { Database, Db, Transaction } from '#server/platform/database/open-database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { DAY, toTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import type { Clock, Random } from '#server/platform/ports.ts';
import { createId } from '#server/platform/tokens/random.ts';

/** How long rows of a table are retained (ASVS 5.0.0, 14.2.7). Needs an index that begins with the columns of `only` and `from`. */
export interface RetentionRule {
  readonly table: keyof Tables;
  /** Time column from which the days are counted. */
  readonly from: string;
  readonly days: number;
  /** Restricts the rule to rows with these values in a column. */
  readonly only?: { readonly column: string; readonly values: readonly (string | number)[] };
  /** Sums of these rows, updated in the transaction that deletes them. */
  readonly sums?: RowSums;
  readonly why: string;
}

export interface RowSums {
  /** Column with the owner of the rows. */
  readonly by: string;
  /** @param whose must be called after the required locks are taken */
  change<Result>(
    tx: Transaction,
    whose: () => Promise<readonly string[]>,
    work: () => Promise<Result>,
  ): Promise<Result>;
}

export const retentionLimits = {
  /** Rows per statement: far below the statement timeout, and short enough for concurrent writers. */
  batch: 1_000,
  /** Milliseconds after which another process takes over from a crashed one. */
  lease: 60_000,
} as const;

/** A rule that failed, with the reason. */
export interface FailedRule {
  readonly table: string;
  readonly reason: string;
}

export interface Purged {
  /** Deleted rows by table; empty while another process runs. */
  readonly deleted: Readonly<Record<string, number>>;
  readonly failed: readonly FailedRule[];
}

export interface Retention {
  /** Deletes all expired rows, unless another process is doing it. */
  purge(): Promise<Purged>;
  /** Rules that failed in the last run of this process. */
  readonly failing: () => readonly FailedRule[];
  /** Rows that this process has deleted since its start, by table. */
  readonly total: () => Readonly<Record<string, number>>;
}

/** Deletes expired rows in batches, on one process at a time. A failed rule does not stop others. */
export function createRetention(
  { database, clock, random }: { readonly database: Database; readonly clock: Clock; readonly random: Random },
  rules: readonly RetentionRule[],
): Retention {
  const lease: Lease = { name: 'retention', holder: createId(random) };
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
      // Pauses as long as the batch took, so that requests take precedence.
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

/** Expired rows of a rule, by row id of the engine, in any order that an index provides. */
export function selectDueRows(
  engine: Database['engine'],
  { table, from, days, only }: RetentionRule,
  now: number,
  limit: number,
): RawBuilder<unknown> {
  const row = sql.raw(engine === 'postgres' ? 'ctid' : 'rowid');
  const values = only === undefined ? sql`` : sql`${sql.ref(only.column)} in (${sql.join(only.values)}) and `;
  // Locked rows wait for the next run.
  const lock = sql.raw(engine === 'postgres' ? ' for update skip locked' : '');
  return sql`select ${row} from ${sql.table(table)} where ${values}${sql.ref(from)} <= ${toTimestamp(now - days * DAY)} limit ${sql.lit(limit)}${lock}`;
}

async function deleteBatch(database: Database, rule: RetentionRule, now: number): Promise<number> {
  const { engine, db } = database;
  const due = selectDueRows(engine, rule, now, retentionLimits.batch);
  // With an array, PostgreSQL reads these rows directly.
  const which = engine === 'postgres' ? sql`ctid = any(array(${due}))` : sql`rowid in (${due})`;
  const { sums } = rule;
  return sums === undefined ? deleteRows(db, rule, which) : deleteSummed(database, { rule, which, sums });
}

async function deleteRows(db: Db, { table }: RetentionRule, which: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${which}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

interface Summed {
  readonly rule: RetentionRule;
  readonly which: RawBuilder<unknown>;
  readonly sums: RowSums;
}

/** Selected once, so that the deleted rows are those whose owners were read. */
function deleteSummed(database: Database, { rule, which, sums }: Summed): Promise<number> {
  const isPostgres = database.engine === 'postgres';
  return withTransaction(database, (tx) => {
    let chosen: readonly { readonly row: string | number; readonly owner: string }[] = [];
    const choose = async (): Promise<readonly string[]> => {
      const row = sql.raw(isPostgres ? 'ctid::text' : 'rowid');
      const found = await sql<(typeof chosen)[number]>`select ${row} as row, ${sql.ref(sums.by)} as owner
        from ${sql.table(rule.table)} where ${which}`.execute(tx);
      chosen = found.rows;
      return chosen.map(({ owner }) => owner);
    };
    return sums.change(tx, choose, () => {
      const rows = chosen.map(({ row }) => row);
      if (rows.length === 0) return Promise.resolve(0);
      return deleteRows(tx, rule, isPostgres ? sql`ctid = any(${rows}::tid[])` : sql`rowid in (${sql.join(rows)})`);
    });
  });
}

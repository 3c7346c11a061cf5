import { endLease, type Lease, takeLease } from '#server/platform/database/lease.ts';
import type { Database, Db, Transaction } from '#server/platform/database/open-database.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import type { Clock, Random } from '#server/platform/ports.ts';
import { createId } from '#server/platform/tokens/random.ts';

export const exportLimits = {
  /** Rows claimed per statement, far below its timeout. */
  chunk: 2_000,
  /** Rows per file, limited because it is created in this process. */
  batch: 8_000,
  /** Milliseconds after which another process takes over from a crashed one. */
  lease: 60_000,
} as const;

/** One row per visitor, experiment, phase and variation; `id` is stable across exports. */
export interface ExportedExposure {
  readonly id: string;
  readonly anonymous_id: string;
  readonly experiment: string;
  /** From 1. */
  readonly phase: number;
  readonly variation: string;
  /** Revision of the documents; empty when unknown. */
  readonly revision: string;
  /** JSON. */
  readonly attributes: string;
  /** ISO 8601. */
  readonly evaluated_at: string;
}

/** A visitor whose rows must be deleted. */
export interface ExportedErasure {
  readonly anonymous_id: string;
  /** ISO 8601. */
  readonly erased_at: string;
}

export interface ExportBatch {
  /** Stable across retries. */
  readonly name: string;
  readonly exposures: readonly ExportedExposure[];
  readonly erasures: readonly ExportedErasure[];
}

export interface ExportOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  /** Resolves once the batch is stored; a retried batch replaces a partial one of the same name. */
  readonly write: (batch: ExportBatch) => Promise<void>;
  readonly sizes?: { readonly chunk: number; readonly batch: number };
}

const NAME = 'exposures';

/**
 * Exports exposures of consenting visitors to a column store, at least once, on one process at a time. Rows are assigned to a batch before it is written:
 * after a crash, an unfinished batch is written again under its name. Rows are marked, because neither ids nor times reflect commit order.
 *
 * @returns a function that exports pending rows and resolves to their number; 0 while another process exports
 */
export function createExposureExport(options: ExportOptions): () => Promise<number> {
  const { database, clock, random, write, sizes = exportLimits } = options;
  const lease: Lease = { name: 'exposure-export', holder: createId(random) };
  const { db } = database;

  /** `null` without the lease; its row stays locked until the commit. */
  const whileMine = <T>(work: (tx: Transaction) => Promise<T>): Promise<T | null> =>
    withTransaction(database, async (tx) =>
      (await takeLease(tx, lease, clock.now(), exportLimits.lease)) ? work(tx) : null,
    );

  /** `null` also when another process has finished the batch. */
  const whileOpen = <T>(batch: number, work: (tx: Transaction) => Promise<T>): Promise<T | null> =>
    whileMine(async (tx) => {
      const state = await readState(tx);
      return state.batch === batch && state.unfinished === 1 ? work(tx) : null;
    });

  async function open(tx: Transaction): Promise<number> {
    const batch = (await readState(tx)).batch + 1;
    const file = `${String(batch).padStart(8, '0')}-${createId(random)}`;
    await tx.updateTable('exposure_exports').set({ batch, file, unfinished: 1 }).where('name', '=', NAME).execute();
    return batch;
  }

  async function claim(tx: Transaction, batch: number): Promise<number> {
    const { numUpdatedRows: old } = await tx
      .updateTable('exposures')
      .set({ export_batch: batch })
      .where('id', 'in', waitingOld(tx).limit(sizes.chunk))
      .executeTakeFirst();
    const left = sizes.chunk - Number(old);
    if (left === 0) return sizes.chunk;
    const { numUpdatedRows } = await tx
      .updateTable('phase_exposures')
      .set({ export_batch: batch })
      .where('id', 'in', waiting(tx).limit(left))
      .executeTakeFirst();
    return Number(old) + Number(numUpdatedRows);
  }

  /** Fills a batch; returns whether it is full, or `null` when another process has taken over. */
  async function fill(batch: number): Promise<boolean | null> {
    for (let rows = 0; rows < sizes.batch;) {
      const claimed = await whileOpen(batch, (tx) => claim(tx, batch));
      if (claimed === null) return null;
      rows += claimed;
      if (claimed < sizes.chunk) return false;
    }
    return true;
  }

  /** Writes the open batch, if any. */
  async function finish(): Promise<number | null> {
    const { batch, file, unfinished } = await readState(db);
    if (unfinished === 0) return 0;
    const columns = ['id', 'anonymous_id', 'experiment', 'variation', 'attributes', 'evaluated_at'] as const;
    const old = await db.selectFrom('exposures').select(columns).where('export_batch', '=', batch).execute();
    const phased = await db
      .selectFrom('phase_exposures')
      .select([...columns, 'phase', 'revision'])
      .where('export_batch', '=', batch)
      .execute();
    const exposures = [...old.map((row) => ({ ...row, phase: 1, revision: '' })), ...phased];
    const erasures = await db
      .selectFrom('exported_erasures')
      .select(['anonymous_id', 'erased_at'])
      .where('export_batch', '=', batch)
      .execute();
    if (exposures.length + erasures.length > 0) await write({ name: file, exposures, erasures });
    return whileOpen(batch, async (tx) => {
      await tx.updateTable('exposure_exports').set({ unfinished: 0 }).where('name', '=', NAME).execute();
      await tx.deleteFrom('exported_erasures').where('export_batch', '=', batch).execute();
      return exposures.length;
    });
  }

  /** Opens a batch if rows are pending. */
  const begin = (): Promise<number | null> =>
    whileMine(async (tx) => {
      const rows = [...(await waitingOld(tx).limit(1).execute()), ...(await waiting(tx).limit(1).execute())];
      const gone = await tx.selectFrom('exported_erasures').select('anonymous_id').limit(1).execute();
      if (rows.length + gone.length === 0) return null;
      const batch = await open(tx);
      await tx
        .updateTable('exported_erasures')
        .set({ export_batch: batch })
        .where('export_batch', 'is', null)
        .execute();
      return batch;
    });

  async function exportAll(): Promise<number> {
    let exported = (await finish()) ?? 0;
    for (let isFull: boolean | null = true; isFull === true;) {
      const batch = await begin();
      if (batch === null) break;
      isFull = await fill(batch);
      if (isFull === null) break;
      exported += (await finish()) ?? 0;
    }
    return exported;
  }

  return async () => {
    if ((await whileMine(remember)) === null) return 0;
    try {
      return await exportAll();
    } finally {
      await endLease(db, lease);
    }
  };
}

/** Rows without a batch. */
const waiting = (db: Db) => db.selectFrom('phase_exposures').select('id').where('export_batch', 'is', null);

/** Rows of earlier releases; only those with consent, as others expire with the session. */
const waitingOld = (db: Db) =>
  db.selectFrom('exposures').select('id').where('export_batch', 'is', null).where('consented', '=', 1);

const readState = (db: Db) =>
  db.selectFrom('exposure_exports').selectAll().where('name', '=', NAME).executeTakeFirstOrThrow();

async function remember(tx: Transaction): Promise<true> {
  await tx
    .insertInto('exposure_exports')
    .values({ name: NAME, file: '', batch: 0, unfinished: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return true;
}

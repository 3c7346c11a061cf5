import { endLease, type Lease, takeLease } from '#server/platform/database/lease.ts';
import type { Database, Db, Transaction } from '#server/platform/database/open-database.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import type { Clock, Random } from '#server/platform/ports.ts';
import { newId } from '#server/platform/tokens/random.ts';

export const exportLimits = {
  /** Rows that one statement claims, far from its time-out. */
  chunk: 2_000,
  /** Rows of a file, which is put together while visitors wait. */
  batch: 8_000,
  /** Milliseconds after which another process goes on where one has died. */
  lease: 60_000,
} as const;

/** One row per visitor, experiment, phase and variation; `id` is the same however often it is exported. */
export interface ExportedExposure {
  readonly id: string;
  readonly anonymous_id: string;
  readonly experiment: string;
  /** From 1. */
  readonly phase: number;
  readonly variation: string;
  /** Of the documents; empty where nobody knows. */
  readonly revision: string;
  /** JSON. */
  readonly attributes: string;
  /** ISO 8601. */
  readonly evaluated_at: string;
}

/** A visitor whose rows have to go. */
export interface ExportedErasure {
  readonly anonymous_id: string;
  /** ISO 8601. */
  readonly erased_at: string;
}

export interface ExportBatch {
  /** The same for a batch that is written once more. */
  readonly name: string;
  readonly exposures: readonly ExportedExposure[];
  readonly erasures: readonly ExportedErasure[];
}

export interface ExportOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  /** Resolves once the batch lies where it belongs; a batch may come again, also in part, and replaces what came under its name. */
  readonly write: (batch: ExportBatch) => Promise<void>;
  readonly sizes?: { readonly chunk: number; readonly batch: number };
}

const NAME = 'exposures';

/**
 * Gives exposures of visitors who agreed to statistics to a column store, each at least once, on one process at a time. A row is
 * claimed for a batch by its number before the batch is written: anyone who finds an unfinished batch, after a process has died, writes
 * it again under its name. A mark on each row, because neither ids nor times say in which order rows became visible.
 *
 * @returns a function that exports what waits and resolves to the number of rows; 0 while another process does it
 */
export function createExposureExport(options: ExportOptions): () => Promise<number> {
  const { database, clock, random, write, sizes = exportLimits } = options;
  const lease: Lease = { name: 'exposure-export', holder: newId(random) };
  const { db } = database;

  /** `null` without the lease, whose row is locked until the end: nobody else can take it meanwhile. */
  const whileMine = <T>(work: (tx: Transaction) => Promise<T>): Promise<T | null> =>
    withTransaction(database, async (tx) =>
      (await takeLease(tx, lease, clock.now(), exportLimits.lease)) ? work(tx) : null,
    );

  /** `null` also when the batch is not the one that is on its way: another process has finished it, and may have begun another. */
  const whileOpen = <T>(batch: number, work: (tx: Transaction) => Promise<T>): Promise<T | null> =>
    whileMine(async (tx) => {
      const state = await readState(tx);
      return state.batch === batch && state.unfinished === 1 ? work(tx) : null;
    });

  async function open(tx: Transaction): Promise<number> {
    const batch = (await readState(tx)).batch + 1;
    const file = `${String(batch).padStart(8, '0')}-${newId(random)}`;
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

  /** Claims up to a batch; whether it is full, or `null` when another process has taken over. */
  async function fill(batch: number): Promise<boolean | null> {
    for (let rows = 0; rows < sizes.batch;) {
      const claimed = await whileOpen(batch, (tx) => claim(tx, batch));
      if (claimed === null) return null;
      rows += claimed;
      if (claimed < sizes.chunk) return false;
    }
    return true;
  }

  /** Writes the batch that was opened last, unless that has been done. */
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

  /** Opens a batch if anything waits. */
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

/** Rows that nobody has claimed. */
const waiting = (db: Db) => db.selectFrom('phase_exposures').select('id').where('export_batch', 'is', null);

/** Those of earlier releases. Without consent they live no longer than a session, so nobody else gets them. */
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

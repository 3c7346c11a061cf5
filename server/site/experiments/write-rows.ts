import type { Insertable } from 'kysely';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import { forgetExposures } from '#server/site/export/forget-exposures.ts';
import type { ConversionsTable, PhaseExposuresTable } from '#server/site/tables.ts';

/** A conversion that waits to be written. */
export interface WaitingConversion {
  /** Whether it was stored with an account: consent may have been withdrawn since. */
  readonly isStored: boolean;
  readonly row: ConversionsTable;
}

/** What waits to be written under visitor ids. */
export interface WaitingRows {
  readonly erased: readonly string[];
  readonly exposures: readonly Insertable<PhaseExposuresTable>[];
  readonly conversions: readonly WaitingConversion[];
}

/** Writes rows under visitor ids, and erases those of these ids. */
export async function writeRows(tx: Transaction, batch: WaitingRows): Promise<void> {
  if (batch.erased.length > 0) {
    await forgetExposures(tx, batch.erased, toTimestamp(Date.now()));
    await tx.deleteFrom('conversions').where('anonymous_id', 'in', batch.erased).execute();
  }
  const exposures = await withoutStored(tx, batch.exposures);
  if (exposures.length > 0)
    await tx
      .insertInto('phase_exposures')
      .values(exposures)
      .onConflict((conflict) => conflict.columns(['anonymous_id', 'experiment', 'phase', 'variation']).doNothing())
      .execute();
  const conversions = await withoutErased(tx, batch.conversions);
  if (conversions.length > 0) await tx.insertInto('conversions').values(conversions).execute();
}

const toKey = (row: Pick<Insertable<PhaseExposuresTable>, 'anonymous_id' | 'experiment' | 'variation'>): string =>
  JSON.stringify([row.anonymous_id, row.experiment, row.variation]);

/** Rows of the first phase stored by an earlier release count once. */
async function withoutStored(
  tx: Transaction,
  exposures: readonly Insertable<PhaseExposuresTable>[],
): Promise<readonly Insertable<PhaseExposuresTable>[]> {
  const first = exposures.filter(({ phase }) => phase === 1);
  if (first.length === 0) return exposures;
  const stored = await tx
    .selectFrom('exposures')
    .select(['experiment', 'variation', 'anonymous_id'])
    .where('experiment', 'in', [...new Set(first.map(({ experiment }) => experiment))])
    .where(
      'anonymous_id',
      'in',
      first.map((row) => row.anonymous_id),
    )
    .execute();
  const known = new Set(stored.map(toKey));
  return exposures.filter((row) => row.phase !== 1 || !known.has(toKey(row)));
}

/** Drops rows of ids that were erased after being stored with an account. */
async function withoutErased(
  tx: Transaction,
  conversions: readonly WaitingConversion[],
): Promise<readonly ConversionsTable[]> {
  const stored = conversions.flatMap(({ isStored, row }) => (isStored ? [row.anonymous_id] : []));
  if (stored.length === 0) return conversions.map(({ row }) => row);
  const rows = await tx
    .selectFrom('exposure_rows')
    .select('anonymous_id')
    .distinct()
    .where('anonymous_id', 'in', stored)
    .execute();
  const known = new Set(rows.map((row) => row.anonymous_id));
  return conversions.filter(({ isStored, row }) => !isStored || known.has(row.anonymous_id)).map(({ row }) => row);
}

import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/open-database.ts';

/**
 * Deletes the exposures of visitors. The next exported batch makes the column store delete them as well.
 *
 * @param visitors at least one visitor id
 * @param at ISO 8601
 * @returns number of deleted rows
 */
export async function forgetExposures(tx: Transaction, visitors: readonly string[], at: string): Promise<number> {
  let rows = 0;
  for (const table of ['exposures', 'phase_exposures'] as const) {
    await tx
      .insertInto('exported_erasures')
      .columns(['erased_at', 'anonymous_id'])
      .expression((query) =>
        query
          .selectFrom(table)
          .distinct()
          .select([sql<string>`${at}`.as('erased_at'), 'anonymous_id'])
          .where('anonymous_id', 'in', visitors)
          .where('export_batch', 'is not', null),
      )
      .onConflict((conflict) => conflict.columns(['erased_at', 'anonymous_id']).doNothing())
      .execute();
    const { numDeletedRows } = await tx.deleteFrom(table).where('anonymous_id', 'in', visitors).executeTakeFirst();
    rows += Number(numDeletedRows);
  }
  return rows;
}

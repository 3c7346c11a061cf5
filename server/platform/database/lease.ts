import type { Db } from '#server/platform/database/open-database.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';

export interface Lease {
  /** Name of the exclusive task. */
  readonly name: string;
  /** Unique name of the process. */
  readonly holder: string;
}

/**
 * Takes or renews a lease. A row, because a pooler in transaction mode has no session locks; it expires when its holder crashes.
 *
 * @param now milliseconds since 1970; clocks of processes may differ as far as `assertNoClockSkew` allows
 * @returns false while another process holds it
 */
export async function takeLease(db: Db, { name, holder }: Lease, now: number, milliseconds: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('leases')
    .values({ name, holder, expires_at: toTimestamp(now + milliseconds) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((row) => ({ holder: row.ref('excluded.holder'), expires_at: row.ref('excluded.expires_at') }))
        .where((row) => row.or([row('leases.holder', '=', holder), row('leases.expires_at', '<=', toTimestamp(now))])),
    )
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Releases it; a no-op when another process holds it. */
export async function endLease(db: Db, { name, holder }: Lease): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}

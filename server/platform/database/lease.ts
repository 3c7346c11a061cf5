import type { Db } from '#server/platform/database/open-database.ts';
import { timestamp } from '#server/platform/database/timestamp.ts';

export interface Lease {
  /** What only one process does at a time. */
  readonly name: string;
  /** Who does it, by a name that no other process has. */
  readonly holder: string;
}

/**
 * Takes or renews a lease. A row, because a pooler in transaction mode keeps no lock of a session; who dies loses it in the end.
 *
 * @param now Milliseconds since 1970; clocks of processes may differ by the seconds that `assertNoClockSkew` allows
 * @returns false while another process has it
 */
export async function takeLease(db: Db, { name, holder }: Lease, now: number, milliseconds: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('leases')
    .values({ name, holder, expires_at: timestamp(now + milliseconds) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((row) => ({ holder: row.ref('excluded.holder'), expires_at: row.ref('excluded.expires_at') }))
        .where((row) => row.or([row('leases.holder', '=', holder), row('leases.expires_at', '<=', timestamp(now))])),
    )
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Gives it back; does nothing where another process has it by now. */
export async function endLease(db: Db, { name, holder }: Lease): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}

import type { Timestamp } from '#server/platform/database/tables.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';

/**
 * `issued = free + pending + active`, never below zero (B4). Every change is one conditional update in the transaction of its
 * cause; there is no reading before writing, so no number of simultaneous registrations can spend a place twice. Callers lock
 * in the order member, inviter.
 */

/** free → pending. @returns how many are free now; `null` when no place was. */
export async function reservePlace(tx: Transaction, inviterId: string): Promise<number | null> {
  const row = await reservingPlace(tx, inviterId).executeTakeFirst();
  return row?.free ?? null;
}

/**
 * The same as a statement that goes together with others; it returns no row where no place was free.
 *
 * @param at when the code was used, for lists of codes; not noted when left out
 */
export const reservingPlace = (tx: Transaction, inviterId: string, at?: Timestamp) =>
  tx
    .updateTable('inviters')
    .set((column) => ({
      free: column('free', '-', 1),
      pending: column('pending', '+', 1),
      ...(at !== undefined && { last_used_at: at }),
    }))
    .where('id', '=', inviterId)
    .where('free', '>', 0)
    .returning('free');

/** How many places pending accounts hold. */
export async function pendingPlaces(tx: Transaction, inviterId: string): Promise<number> {
  const { pending } = await tx
    .selectFrom('inviters')
    .select('pending')
    .where('id', '=', inviterId)
    .executeTakeFirstOrThrow();
  return pending;
}

/** pending → active, when the account is activated. */
export async function confirmPlace(tx: Transaction, inviterId: string): Promise<void> {
  await tx
    .updateTable('inviters')
    .set((row) => ({ pending: row('pending', '-', 1), active: row('active', '+', 1) }))
    .where('id', '=', inviterId)
    .execute();
}

/** pending → free, when a pending account expires or is erased. */
export async function giveBackPlace(tx: Transaction, inviterId: string): Promise<void> {
  await tx
    .updateTable('inviters')
    .set((row) => ({ pending: row('pending', '-', 1), free: row('free', '+', 1) }))
    .where('id', '=', inviterId)
    .execute();
}

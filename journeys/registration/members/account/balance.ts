import type { Timestamp } from '#server/platform/database/tables.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';

/**
 * Invariant: `issued = free + pending + active`, never negative (B4). Each change is one conditional update in the transaction of its
 * cause, without reading first, so that concurrent registrations cannot use a place twice. Callers lock in the order member, inviter.
 */

/** free → pending. @returns remaining free places; `null` without a free one */
export async function reserveInvitation(tx: Transaction, inviterId: string): Promise<number | null> {
  const row = await prepareReservation(tx, inviterId).executeTakeFirst();
  return row?.free ?? null;
}

/**
 * The same as a statement for a batch; returns no row without a free place.
 *
 * @param at time of use, for lists of codes; default: not recorded
 */
export const prepareReservation = (tx: Transaction, inviterId: string, at?: Timestamp) =>
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

/** Number of places held by pending accounts. */
export async function countPendingInvitations(tx: Transaction, inviterId: string): Promise<number> {
  const { pending } = await tx
    .selectFrom('inviters')
    .select('pending')
    .where('id', '=', inviterId)
    .executeTakeFirstOrThrow();
  return pending;
}

/** pending → active, on activation. */
export async function confirmInvitation(tx: Transaction, inviterId: string): Promise<void> {
  await tx
    .updateTable('inviters')
    .set((row) => ({ pending: row('pending', '-', 1), active: row('active', '+', 1) }))
    .where('id', '=', inviterId)
    .execute();
}

/** pending → free, when a pending account expires or is erased. */
export async function returnInvitation(tx: Transaction, inviterId: string): Promise<void> {
  await tx
    .updateTable('inviters')
    .set((row) => ({ pending: row('pending', '-', 1), free: row('free', '+', 1) }))
    .where('id', '=', inviterId)
    .execute();
}

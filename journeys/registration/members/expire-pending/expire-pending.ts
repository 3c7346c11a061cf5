import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { returnInvitation } from '#journeys/registration/members/account/balance.ts';

const BATCH = 100;

/**
 * Deletes accounts that were not activated in time and frees their places (B4). Safe on several nodes: a place is freed in the transaction
 * that deletes the account. Returns the number of deleted accounts.
 */
export async function expirePending(ports: MemberPorts): Promise<number> {
  if (ports.site.nextState('account', 'pending', 'expire') === null) return 0;
  let expired = 0;
  for (;;) {
    const due = await ports.database.db
      .selectFrom('members')
      .select('id')
      .where('state', '=', 'pending')
      .where('pending_until', '<=', getCurrentTimestamp(ports.clock))
      .orderBy('pending_until')
      .limit(BATCH)
      .execute();
    for (const { id } of due) {
      if (await expire(ports, id)) expired += 1;
    }
    if (due.length < BATCH) return expired;
  }
}

function expire(ports: MemberPorts, id: string): Promise<boolean> {
  return withTransaction<boolean>(ports.database, async (tx) => {
    const gone = await tx
      .deleteFrom('members')
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('pending_until', '<=', getCurrentTimestamp(ports.clock))
      .returning('inviter_id')
      .executeTakeFirst();
    if (!gone) return false;
    await tx.deleteFrom('idempotency_keys').where('member_id', '=', id).execute();
    await returnInvitation(tx, gone.inviter_id);
    return true;
  });
}

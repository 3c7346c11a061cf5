import { audit } from './audit/append.ts';
import { STAFF_REST } from './access-tokens.ts';
import { toTimestamp, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import { hashToken } from '#server/platform/tokens/single-use-token.ts';
import type { StaffPorts } from './ports.ts';

/** A session of a staff user. */
export interface StaffSession {
  /** Id for `endSessions`; grants no access. */
  readonly id: string;
  readonly since: string;
  readonly seenAt: string;
  readonly until: string;
  /** Whether it is the current session. */
  readonly own: boolean;
}

/** Sessions of an admin, latest sign-in first. */
export async function listSessions(
  { database, clock }: StaffPorts,
  adminId: string,
  token: string,
): Promise<readonly StaffSession[]> {
  const rows = await database.db
    .selectFrom('access_tokens')
    .selectAll()
    .where('role', '=', 'admin')
    .where('subject', '=', adminId)
    .where('expires_at', '>', getCurrentTimestamp(clock))
    .where(({ fn }) => fn.coalesce('seen_at', 'created_at'), '>', toTimestamp(clock.now() - STAFF_REST))
    .orderBy('created_at', 'desc')
    .execute();
  const own = hashToken(token);
  return rows.map(({ token_hash, created_at, seen_at, expires_at }) => ({
    id: token_hash,
    since: created_at,
    seenAt: seen_at ?? created_at,
    until: expires_at,
    own: token_hash === own,
  }));
}

export interface EndSessionRequest {
  readonly adminId: string;
  /** See `StaffSession`; `null` for all but the current one. */
  readonly id: string | null;
  /** Token of the current session. */
  readonly token: string;
}

/** Ends other sessions of the same admin. Returns their number. */
export async function endSessions(ports: StaffPorts, { adminId, id, token }: EndSessionRequest): Promise<number> {
  const count = await withTransaction(ports.database, async (tx) => {
    const own = tx.deleteFrom('access_tokens').where('role', '=', 'admin').where('subject', '=', adminId);
    const meant = id === null ? own.where('token_hash', '!=', hashToken(token)) : own.where('token_hash', '=', id);
    const { numDeletedRows } = await meant.executeTakeFirstOrThrow();
    const ended = Number(numDeletedRows);
    if (ended > 0) await audit(tx, ports, { actor: adminId, action: 'admin.end-sessions', details: { ended } });
    return ended;
  });
  if (count > 0) await ports.pubSub.publish(topics.staffSessions);
  return count;
}

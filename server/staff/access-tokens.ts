import { type Admin, findAdmin } from '#server/staff/admins.ts';
import type { AccessTokensTable } from '#server/staff/tables.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { HOUR, timestamp, currentTimestamp } from '#server/platform/database/timestamp.ts';
import { type Permission, getPermissions } from '#server/staff/permissions.ts';
import type { Role } from '#server/staff/roles.ts';
import type { StaffPorts } from '#server/staff/ports.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import { hashToken, looksLikeToken, makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';

export interface AccessGrant {
  readonly role: Exclude<Role, 'program'>;
  /** Id of the admin or member; `null` for visitors. */
  readonly subject: string | null;
  /** Of the staff alone. */
  readonly permissions?: readonly Permission[];
  /** Of the staff alone: they proved who they are, by signing in or once more, at most ten minutes ago (ASVS 5.0.0, 7.5.3). */
  readonly isFresh?: boolean;
}

export interface NewAccessGrant {
  readonly role: AccessTokensTable['role'];
  /** Id of the admin or member. */
  readonly subject: string;
  /** Milliseconds since the epoch, of the staff: when they proved who they are, if that was not just now. */
  readonly provedAt?: number;
  /** Token that the same browser has, which opens nothing from then on: nobody signs in over another user's session, or keeps one (ASVS 5.0.0, 7.2.4). */
  readonly replaces: string | null;
}

export interface AccessToken {
  /** Opaque; only its hash is stored. */
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** An admin works a day; members stay for the source's 604,800 s (R25). */
const LIFETIME_MS: Readonly<Record<AccessTokensTable['role'], number>> = {
  admin: 12 * HOUR,
  member: 7 * 24 * HOUR,
};

/** Milliseconds after which a session of the staff that nobody used is over. */
export const STAFF_REST = HOUR / 2;
/** Milliseconds for which a sign-in counts for what cannot be taken back. */
const FRESH = HOUR / 6;
/** Milliseconds within which a further request is not written down: reading pages costs no writing. */
const SEEN_AGAIN = HOUR / 60;

/** Makes the token that proves who signed in, for a cookie or the header `Authorization`. */
export async function issueAccessToken(
  ports: StaffPorts,
  { role, subject, provedAt, replaces }: NewAccessGrant,
): Promise<AccessToken> {
  const token = makeSingleUseToken(ports.random);
  const expiresAt = ports.clock.now() + LIFETIME_MS[role];
  const row = {
    token_hash: hashToken(token),
    role,
    subject,
    created_at: currentTimestamp(ports.clock),
    expires_at: timestamp(expiresAt),
    ...(provedAt !== undefined && { proved_at: timestamp(provedAt) }),
  };
  const ended = await withTransaction(ports.database, async (tx) => {
    await tx.insertInto('access_tokens').values(row).execute();
    return replaces ? endReplaced(tx, role, replaces) : 0;
  });
  if (ended > 0) await ports.pubSub.announce(topics.staffSessions);
  return { token, expiresAt };
}

/** A browser has one session of the staff and one of a member. */
async function endReplaced(tx: Transaction, role: NewAccessGrant['role'], token: string): Promise<number> {
  const rows = tx.deleteFrom('access_tokens').where('token_hash', '=', hashToken(token));
  const { numDeletedRows } = await rows.where('role', role === 'admin' ? '=' : '!=', 'admin').executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Who brings this token; `null` when it is unknown, over, unused for too long, revoked, or its admin was disabled.
 *
 * @param isUsed Whether a person asks for something: a page that lies open watches a list and keeps no session alive.
 */
export async function findAccessGrant(ports: StaffPorts, token: string, isUsed = true): Promise<AccessGrant | null> {
  if (!looksLikeToken(token)) return null;
  const row = await ports.database.db
    .selectFrom('access_tokens')
    .select(['token_hash', 'role', 'subject', 'created_at', 'seen_at', 'proved_at'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', currentTimestamp(ports.clock))
    .executeTakeFirst();
  if (!row) return null;
  const { role, subject } = row;
  if (role !== 'admin') return { role, subject };
  const rested = ports.clock.now() - Date.parse(row.seen_at ?? row.created_at);
  if (rested > STAFF_REST) return null;
  const admin = await findAdmin(ports, subject);
  if (admin === null) return null;
  if (isUsed && rested > SEEN_AGAIN) await seen(ports, row.token_hash);
  return { ...toAccessGrant(admin), isFresh: ports.clock.now() - Date.parse(row.proved_at ?? row.created_at) <= FRESH };
}

function toAccessGrant({ id, group }: Admin): AccessGrant {
  return { role: group === 'admin' ? 'admin' : 'staff', subject: id, permissions: getPermissions(group) };
}

async function seen({ database, clock }: StaffPorts, hash: string): Promise<void> {
  const row = database.db.updateTable('access_tokens').set({ seen_at: currentTimestamp(clock) });
  await row.where('token_hash', '=', hash).execute();
}

/** Signs out: the token opens nothing from now on, on any node. */
export async function revokeAccessToken(ports: StaffPorts, token: string): Promise<void> {
  await ports.database.db.deleteFrom('access_tokens').where('token_hash', '=', hashToken(token)).execute();
  await ports.pubSub.announce(topics.staffSessions);
}

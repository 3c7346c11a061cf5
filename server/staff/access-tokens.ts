import { type Admin, findAdmin } from '#server/staff/admins.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { AccessTokensTable } from '#server/staff/tables.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { HOUR, toTimestamp, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { type Permission, getPermissions } from '#server/staff/permissions.ts';
import type { Role } from '#server/staff/roles.ts';
import type { StaffPorts } from '#server/staff/ports.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import { hashToken, looksLikeToken, makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';

export interface AccessGrant {
  readonly role: Exclude<Role, 'program'>;
  /** Id of the admin or member; `null` for visitors. */
  readonly subject: string | null;
  /** Of staff users only. */
  readonly permissions?: readonly Permission[];
  /** For staff users: signed in or reauthenticated at most ten minutes ago (ASVS 5.0.0, 7.5.3). */
  readonly isRecentlyAuthenticated?: boolean;
}

export interface NewAccessGrant {
  readonly role: AccessTokensTable['role'];
  /** Id of the admin or member. */
  readonly subject: string;
  /** For staff users: time of authentication in milliseconds since the epoch; default: now. */
  readonly provedAt?: number;
  /**
   * Previous token of the same browser, revoked: a browser has one session per role, so that no session is mixed up with another user's
   * (ASVS 5.0.0, 7.2.4).
   */
  readonly replaces: string | null;
  /** Of staff users: language of the page on which they sign in, for mails. */
  readonly locale?: Locale;
}

export interface AccessToken {
  /** Opaque; only its hash is stored. */
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** A working day for admins; 604,800 s for members, as in the source (R25). */
const LIFETIME_MS: Readonly<Record<AccessTokensTable['role'], number>> = {
  admin: 12 * HOUR,
  member: 7 * 24 * HOUR,
};

/** Idle timeout of staff sessions in milliseconds. */
export const STAFF_REST = HOUR / 2;
/** Milliseconds for which a sign-in suffices for actions that cannot be undone. */
const FRESH = HOUR / 6;
/** Milliseconds until the last use is recorded again, so that most requests write nothing. */
const SEEN_AGAIN = HOUR / 60;

/** Creates an access token, for a cookie or the `Authorization` header. */
export async function issueAccessToken(
  ports: StaffPorts,
  { role, subject, provedAt, replaces, locale }: NewAccessGrant,
): Promise<AccessToken> {
  const token = makeSingleUseToken(ports.random);
  const expiresAt = ports.clock.now() + LIFETIME_MS[role];
  const row = {
    token_hash: hashToken(token),
    role,
    subject,
    created_at: getCurrentTimestamp(ports.clock),
    expires_at: toTimestamp(expiresAt),
    ...(provedAt !== undefined && { proved_at: toTimestamp(provedAt) }),
  };
  const ended = await withTransaction(ports.database, async (tx) => {
    await tx.insertInto('access_tokens').values(row).execute();
    if (role === 'admin' && locale !== undefined)
      await tx.updateTable('admins').set({ locale }).where('id', '=', subject).execute();
    return replaces ? endReplaced(tx, role, replaces) : 0;
  });
  if (ended > 0) await ports.pubSub.publish(topics.staffSessions);
  return { token, expiresAt };
}

/** A browser has at most one staff session and one member session. */
async function endReplaced(tx: Transaction, role: NewAccessGrant['role'], token: string): Promise<number> {
  const rows = tx.deleteFrom('access_tokens').where('token_hash', '=', hashToken(token));
  const { numDeletedRows } = await rows.where('role', role === 'admin' ? '=' : '!=', 'admin').executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Resolves a token; `null` when it is unknown, expired, idle for too long, revoked, or its admin was disabled.
 *
 * @param isUsed whether a user acts: automatic refreshes of an open page do not extend the session
 */
export async function findAccessGrant(ports: StaffPorts, token: string, isUsed = true): Promise<AccessGrant | null> {
  if (!looksLikeToken(token)) return null;
  const row = await ports.database.db
    .selectFrom('access_tokens')
    .select(['token_hash', 'role', 'subject', 'created_at', 'seen_at', 'proved_at'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', getCurrentTimestamp(ports.clock))
    .executeTakeFirst();
  if (!row) return null;
  const { role, subject } = row;
  if (role !== 'admin') return { role, subject };
  const rested = ports.clock.now() - Date.parse(row.seen_at ?? row.created_at);
  if (rested > STAFF_REST) return null;
  const admin = await findAdmin(ports, subject);
  if (admin === null) return null;
  if (isUsed && rested > SEEN_AGAIN) await seen(ports, row.token_hash);
  return {
    ...toAccessGrant(admin),
    isRecentlyAuthenticated: ports.clock.now() - Date.parse(row.proved_at ?? row.created_at) <= FRESH,
  };
}

function toAccessGrant({ id, group }: Admin): AccessGrant {
  return { role: group === 'admin' ? 'admin' : 'staff', subject: id, permissions: getPermissions(group) };
}

async function seen({ database, clock }: StaffPorts, hash: string): Promise<void> {
  const row = database.db.updateTable('access_tokens').set({ seen_at: getCurrentTimestamp(clock) });
  await row.where('token_hash', '=', hash).execute();
}

/** Signs out: revokes the token on all nodes. */
export async function revokeAccessToken(ports: StaffPorts, token: string): Promise<void> {
  await ports.database.db.deleteFrom('access_tokens').where('token_hash', '=', hashToken(token)).execute();
  await ports.pubSub.publish(topics.staffSessions);
}

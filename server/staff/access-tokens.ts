import { findAdmin } from '#server/staff/admins.ts';
import type { AccessTokensTable } from '#server/staff/tables.ts';
import { HOUR, timestamp, timestampOf } from '#server/platform/database/timestamp.ts';
import type { Role } from '#server/staff/roles.ts';
import type { StaffPorts } from '#server/staff/ports.ts';
import { hashToken, looksLikeToken, makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';

export interface Access {
  readonly role: Role;
  /** Id of the admin or member; `null` for visitors. */
  readonly subject: string | null;
}

export interface NewAccess {
  readonly role: AccessTokensTable['role'];
  /** Id of the admin or member. */
  readonly subject: string;
}

export interface AccessToken {
  /** Opaque; only its hash is stored. */
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** An admin works a day; members stay for the source's 604,800 s (R25). */
const LIFETIME: Readonly<Record<AccessTokensTable['role'], number>> = {
  admin: 12 * HOUR,
  member: 7 * 24 * HOUR,
  inviter: 7 * 24 * HOUR,
};

/** Makes the token that proves who signed in, for a cookie or the header `Authorization`. */
export async function issueAccessToken(ports: StaffPorts, access: NewAccess): Promise<AccessToken> {
  const token = makeSingleUseToken(ports.random);
  const expiresAt = ports.clock.now() + LIFETIME[access.role];
  await ports.database.db
    .insertInto('access_tokens')
    .values({
      token_hash: hashToken(token),
      ...access,
      created_at: timestampOf(ports.clock),
      expires_at: timestamp(expiresAt),
    })
    .execute();
  return { token, expiresAt };
}

/** Who brings this token; `null` when it is unknown, over, revoked, or its admin was disabled. */
export async function findAccess(ports: StaffPorts, token: string): Promise<Access | null> {
  if (!looksLikeToken(token)) return null;
  const row = await ports.database.db
    .selectFrom('access_tokens')
    .select(['role', 'subject'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', timestampOf(ports.clock))
    .executeTakeFirst();
  if (!row) return null;
  if (row.role === 'admin' && (await findAdmin(ports, row.subject)) === null) return null;
  return row;
}

/** Signs out: the token opens nothing from now on, on any node. */
export async function revokeAccessToken(ports: StaffPorts, token: string): Promise<void> {
  await ports.database.db.deleteFrom('access_tokens').where('token_hash', '=', hashToken(token)).execute();
}

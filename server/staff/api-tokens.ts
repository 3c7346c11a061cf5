import type { ExpressionBuilder, Nullable } from 'kysely';
import { topics } from '#server/platform/events/pub-sub.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { audit } from '#server/staff/audit/append.ts';
import { lockPermissions } from '#server/staff/lock-permissions.ts';
import { DAY, HOUR, toTimestamp, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import type { Db, Transaction } from '#server/platform/database/open-database.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { hashToken, looksLikeToken, makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';
import { isScope, type Permission, getPermissions, type Scope } from '#server/staff/permissions.ts';
import type { StaffPorts } from '#server/staff/ports.ts';

/** Scopes and validity of an API token (B12). */
export interface NewApiToken {
  /** Purpose, such as `crm`; shown in lists and in the audit log. */
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Id of the person whose own data may be read with it; `null` for an API client with scopes. */
  readonly holder: string | null;
  /** 1 to {@link MAX_DAYS}. */
  readonly days: number;
  /** Id of the acting admin; absent on the command line. */
  readonly by?: string;
}

export type CreateApiTokenResult =
  | {
      readonly outcome: 'created';
      readonly id: string;
      /** Shown once; only its hash is stored. */ readonly token: string;
      readonly expiresAt: string;
    }
  | { readonly outcome: 'invalid-name' | 'invalid-days' | 'no-scope' | 'beyond-own' };

export const MAX_DAYS = 366;

/** Creates a token for the `Authorization` header. Users cannot grant more than their own permissions, and tokens cannot create tokens. */
export async function createApiToken(
  ports: StaffPorts,
  { name, scopes, holder, days, by }: NewApiToken,
): Promise<CreateApiTokenResult> {
  if (!/^[\p{L}\p{N}_ .-]{1,60}$/u.test(name)) return { outcome: 'invalid-name' };
  if (!Number.isInteger(days) || days < 1 || days > MAX_DAYS) return { outcome: 'invalid-days' };
  if (holder === null && scopes.length === 0) return { outcome: 'no-scope' };
  const token = makeSingleUseToken(ports.random);
  const row = {
    id: createId(ports.random),
    name,
    token_hash: hashToken(token),
    scopes: JSON.stringify(holder === null ? scopes : []),
    inviter_id: holder,
    created_by: by ?? null,
    created_at: getCurrentTimestamp(ports.clock),
    expires_at: getCurrentTimestamp(ports.clock, days * DAY),
    seen_at: null,
  };
  return withTransaction<CreateApiTokenResult>(ports.database, async (tx) => {
    if (by !== undefined && !(await mayGrant(ports, tx, by, scopes))) return { outcome: 'beyond-own' };
    await tx.insertInto('program_tokens').values(row).execute();
    await audit(tx, ports, {
      actor: by ?? 'command-line',
      action: 'token.create',
      subject: row.id,
      person: holder ?? undefined,
      after: { name, scopes, until: row.expires_at },
    });
    return { outcome: 'created', id: row.id, token, expiresAt: row.expires_at };
  });
}

async function mayGrant(
  ports: StaffPorts,
  tx: Transaction,
  adminId: string,
  scopes: readonly Scope[],
): Promise<boolean> {
  const own = await lockPermissions(ports, tx, adminId);
  return own.includes('tokens') && scopes.every((scope) => own.includes(scope));
}

export interface ListedApiToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly holder: string | null;
  /** Name of the admin; `null` for the command line. */
  readonly madeBy: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Precise to the hour; `null` when never used. */
  readonly seenAt: string | null;
}

/** Valid ones, newest first. */
export async function listApiTokens({ database, clock }: StaffPorts): Promise<readonly ListedApiToken[]> {
  const rows = await database.db
    .selectFrom('program_tokens')
    .leftJoin('admins', 'admins.id', 'program_tokens.created_by')
    .selectAll('program_tokens')
    .select('admins.name as maker')
    .where('expires_at', '>', getCurrentTimestamp(clock))
    .where(hasActiveMaker)
    .orderBy('program_tokens.created_at', 'desc')
    .orderBy('program_tokens.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    scopes: parseScopes(row.scopes),
    holder: row.inviter_id,
    madeBy: row.maker,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    seenAt: row.seen_at,
  }));
}

/** Revokes a token; effective on all nodes once this resolves. @param by id of an admin @returns whether it existed */
export async function revokeApiToken(ports: StaffPorts, id: string, by = 'command-line'): Promise<boolean> {
  const wasThere = await withTransaction(ports.database, async (tx) => {
    const gone = await tx.deleteFrom('program_tokens').where('id', '=', id).returning('name').executeTakeFirst();
    if (gone === undefined) return false;
    const { name } = gone;
    await audit(tx, ports, { actor: by, action: 'token.revoke', subject: id, before: { name } });
    return true;
  });
  if (wasThere) await ports.pubSub.publish(topics.staffSessions);
  return wasThere;
}

/** An authenticated API client. */
export interface ApiTokenAccess {
  readonly role: 'program' | 'holder';
  /** `program:<id>` in the audit log; for a holder, the id of the person. */
  readonly subject: string;
  readonly permissions: readonly Permission[];
}

/** Resolves an API token; `null` when it is unknown, expired or revoked, or its creator is disabled. */
export async function findApiToken(ports: StaffPorts, token: string): Promise<ApiTokenAccess | null> {
  if (!looksLikeToken(token)) return null;
  const { db } = ports.database;
  const row = await db
    .selectFrom('program_tokens')
    .leftJoin('admins', 'admins.id', 'program_tokens.created_by')
    .select(['program_tokens.id', 'scopes', 'inviter_id', 'seen_at', 'created_by', 'admins.staff_group'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', getCurrentTimestamp(ports.clock))
    .where(hasActiveMaker)
    .executeTakeFirst();
  if (row === undefined) return null;
  // Precise to the hour, so that frequent requests write nothing.
  if ((row.seen_at ?? '') < toTimestamp(ports.clock.now() - HOUR)) {
    const seen = db.updateTable('program_tokens').set({ seen_at: getCurrentTimestamp(ports.clock) });
    await seen.where('id', '=', row.id).execute();
  }
  if (row.inviter_id !== null) return { role: 'holder', subject: row.inviter_id, permissions: [] };
  const own = row.created_by === null ? null : getPermissions(row.staff_group ?? '');
  const permissions = parseScopes(row.scopes).filter((scope) => own?.includes(scope) ?? true);
  return { role: 'program', subject: `program:${row.id}`, permissions };
}

/** Id of the admin who created the token `program:<id>`; for other actors and tokens of the command line, the actor itself. */
export async function findPersonBehind(db: Db, actor: string): Promise<string> {
  const id = /^program:(.+)$/.exec(actor)?.[1];
  if (id === undefined) return actor;
  const row = await db.selectFrom('program_tokens').select('created_by').where('id', '=', id).executeTakeFirst();
  return row?.created_by ?? actor;
}

/** A token joined with its creator. */
type WithMaker = Tables & { readonly admins: Nullable<Tables['admins']> };

/** Whether the creator is enabled; true for tokens of the command line. */
const hasActiveMaker = ({ and, eb, or }: ExpressionBuilder<WithMaker, 'program_tokens' | 'admins'>) =>
  or([eb('created_by', 'is', null), and([eb('admins.id', 'is not', null), eb('admins.disabled_at', 'is', null)])]);

/** Scopes of later releases are ignored. */
function parseScopes(json: string): readonly Scope[] {
  const scopes: unknown = JSON.parse(json);
  return Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string' && isScope(scope)) : [];
}

import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { toCanonicalJson } from '#engine/shared/to-canonical-json.ts';
import type { Database, Transaction } from '#server/platform/database/open-database.ts';
import type { Key } from '#server/platform/tokens/secrets.ts';
import type { AuditChain, AuditEntriesTable, AuditHeadsTable } from '#server/staff/tables.ts';

/** Action of a failed sign-in; its subject is the admin whose address was given, if any. */
export const failedSignIn = 'admin.sign-in-failed';

export const auditChains: readonly AuditChain[] = ['deeds', 'attempts'];

/** Anyone can cause attempts, so they have a chain of their own, with a shorter retention. */
export const selectChain = (action: string): AuditChain => (action === failedSignIn ? 'attempts' : 'deeds');

/** The end of a chain. */
export interface ChainEnd {
  readonly seq: number;
  readonly at: string;
  readonly hash: string;
}

const emptyChain: ChainEnd = { seq: 0, at: '', hash: '' };

/**
 * Chains an entry to all previous ones (HMAC-SHA-256 over RFC 8785): without the secret, entries cannot be changed, removed or inserted in the database without
 * `verifyAudit` detecting it.
 */
export const computeLinkHash = (key: Key, previous: string, entry: Omit<AuditEntriesTable, 'hash'>): string =>
  mac(key, ['entry', previous, { ...entry }]);

/** Signs a head, so that forged heads cannot hide deleted entries. */
export const signHead = (key: Key, head: Omit<AuditHeadsTable, 'signature'>): string => mac(key, ['head', head]);

const mac = (key: Key, what: unknown): string =>
  createHmac('sha256', key.bytes).update(toCanonicalJson(what)).digest('hex');

/** `audit` in ASCII, and a number per chain. */
const LOCKS: Readonly<Record<AuditChain, number>> = { deeds: 0x6175_6431, attempts: 0x6175_6432 };

/** Locks a chain and returns its end. The embedded database has a single writer anyway. */
export async function holdChain(engine: Database['engine'], tx: Transaction, chain: AuditChain): Promise<ChainEnd> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS[chain])})`.execute(tx);
  return (await lastEntry(tx, chain)) ?? (await lastHead(tx, chain)) ?? emptyChain;
}

function lastEntry(tx: Transaction, chain: AuditChain): Promise<ChainEnd | undefined> {
  const entries = tx.selectFrom('audit_entries').select(['seq', 'at', 'hash']).where('chain', '=', chain);
  return entries.orderBy('seq', 'desc').limit(1).executeTakeFirst();
}

function lastHead(tx: Transaction, chain: AuditChain): Promise<ChainEnd | undefined> {
  const heads = tx.selectFrom('audit_heads').select(['last_seq as seq', 'last_at as at', 'hash']);
  return heads.where('chain', '=', chain).orderBy('last_seq', 'desc').limit(1).executeTakeFirst();
}

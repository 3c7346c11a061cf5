import type { Selectable } from 'kysely';
import { DAY, toTimestamp, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import type { AuditChain, AuditEntriesTable } from '#server/staff/tables.ts';
import type { AuditPorts } from './append.ts';
import { auditChains, signHead, holdChain } from './chain.ts';

/** Retention in days after the end of a month, with the reason. */
export const auditRetention: Readonly<Record<AuditChain, { readonly days: number; readonly why: string }>> = {
  deeds: { days: 730, why: 'Actions, for two years. Whole months are deleted; a signed head stays.' },
  attempts: {
    days: 90,
    why: 'Attempts to sign in; anyone can cause them, so they are deleted before actions. Whole months are deleted; a signed head stays.',
  },
};

/** Entries per statement. */
const BATCH = 1_000;

/**
 * Deletes expired months, the only way in which entries are deleted: a signed head replaces them in the chain, which a database constraint
 * requires. Returns the number of deleted entries.
 */
export async function dropOldMonths(ports: AuditPorts): Promise<number> {
  let dropped = 0;
  for (const chain of auditChains) {
    const { days } = auditRetention[chain];
    const month = toTimestamp(ports.clock.now() - days * DAY).slice(0, 7);
    for (;;) {
      const last = await closeOldest(ports, chain, month);
      if (last === null) break;
      dropped += await deleteUntil(ports, chain, last);
    }
  }
  if (dropped > 0) await forgetUnnamed(ports);
  return dropped;
}

/** Closes the oldest month that is followed by another one; returns the position of its last entry, `null` when there is none. */
function closeOldest(ports: AuditPorts, chain: AuditChain, before: string): Promise<number | null> {
  return withTransaction(ports.database, async (tx) => {
    await holdChain(ports.database.engine, tx, chain);
    const entries = tx.selectFrom('audit_entries').where('chain', '=', chain);
    const first = await entries.selectAll().orderBy('seq').limit(1).executeTakeFirst();
    if (first === undefined || first.month >= before) return null;
    const heads = tx.selectFrom('audit_heads').selectAll().where('chain', '=', chain);
    const head = await heads.orderBy('last_seq', 'desc').limit(1).executeTakeFirst();
    // An earlier run was interrupted between closing and deleting, or is still running.
    if (head !== undefined && head.last_seq >= first.seq) return head.last_seq;
    const last = await entries
      .selectAll()
      .where('month', '=', first.month)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('audit_heads')
      .values(signedHead(ports, { first, last, previous: head?.hash ?? '' }))
      .execute();
    return last.seq;
  });
}

interface Piece {
  readonly first: Selectable<AuditEntriesTable>;
  readonly last: Selectable<AuditEntriesTable>;
  readonly previous: string;
}

function signedHead({ secrets, clock }: AuditPorts, { first, last, previous }: Piece) {
  const [key] = secrets.audit;
  const head = {
    chain: first.chain,
    month: first.month,
    first_seq: first.seq,
    last_seq: last.seq,
    entries: last.seq - first.seq + 1,
    previous,
    hash: last.hash,
    last_at: last.at,
    closed_at: getCurrentTimestamp(clock),
    key: key.id,
  };
  return { ...head, signature: signHead(key, head) };
}

async function deleteUntil({ database: { db } }: AuditPorts, chain: AuditChain, last: number): Promise<number> {
  let deleted = 0;
  for (;;) {
    const entries = db.selectFrom('audit_entries').where('chain', '=', chain).where('seq', '<=', last);
    const { first } = await entries.select(({ fn }) => fn.min('seq').as('first')).executeTakeFirstOrThrow();
    if (first === null) return deleted;
    const gone = await db
      .deleteFrom('audit_entries')
      .where('chain', '=', chain)
      .where('seq', '<', Math.min(first + BATCH, last + 1))
      .executeTakeFirst();
    deleted += Number(gone.numDeletedRows);
  }
}

/** Deletes keys without entries. The lock prevents new entries from using them. */
function forgetUnnamed({ database }: AuditPorts): Promise<void> {
  return withTransaction(database, async (tx) => {
    for (const chain of auditChains) await holdChain(database.engine, tx, chain);
    await tx
      .deleteFrom('audit_people')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('audit_entries')
              .select('audit_entries.id')
              .whereRef('audit_entries.person', '=', 'audit_people.person'),
          ),
        ),
      )
      .execute();
  });
}

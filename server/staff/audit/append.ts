import type { Db, Transaction } from '#server/platform/database/open-database.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import type { AuditEntry, PlatformPorts } from '#server/platform/platform-ports.ts';
import { getClientAddressBlock } from '#server/platform/requests/client-network.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { seal } from '#server/platform/tokens/seal.ts';
import type { AuditEntriesTable } from '#server/staff/tables.ts';
import { selectChain, holdChain, computeLinkHash } from './chain.ts';
import { buildEntryContext, findOrCreatePerson } from './people.ts';

export type AuditPorts = Pick<PlatformPorts, 'clock' | 'random' | 'secrets' | 'database'>;

/** Appends an entry, see `Audit`. Waits for uncommitted entries of the same chain. */
export async function audit(db: Db, ports: AuditPorts, ...entries: readonly AuditEntry[]): Promise<void> {
  if (isTransaction(db)) await append(db, ports, entries);
  else await withTransaction(ports.database, (tx) => append(tx, ports, entries));
}

const isTransaction = (db: Db): db is Transaction => db.isTransaction;

async function append(tx: Transaction, ports: AuditPorts, entries: readonly AuditEntry[]): Promise<void> {
  for (const [chain, deeds] of Map.groupBy(entries, ({ action }) => selectChain(action))) {
    let end = await holdChain(ports.database.engine, tx, chain);
    const now = getCurrentTimestamp(ports.clock);
    // Clocks of nodes differ; months must be contiguous parts of a chain.
    const at = now < end.at ? end.at : now;
    const [key] = ports.secrets.audit;
    const rows: AuditEntriesTable[] = [];
    for (const entry of deeds) {
      const id = createId(ports.random);
      const row = {
        chain,
        seq: end.seq + 1,
        id,
        month: at.slice(0, 7),
        at,
        actor: entry.actor,
        action: entry.action,
        network: getClientAddressBlock(),
        subject: entry.subject ?? null,
        key: key.id,
        ...(await buildContent(tx, ports, id, entry)),
      };
      end = { seq: row.seq, hash: computeLinkHash(key, end.hash, row), at };
      rows.push({ ...row, hash: end.hash });
    }
    await tx.insertInto('audit_entries').values(rows).execute();
  }
}

async function buildContent(
  tx: Transaction,
  ports: AuditPorts,
  id: string,
  { person, before, after, details }: AuditEntry,
): Promise<{ readonly person: string | null; readonly details: string | null; readonly sealed: string | null }> {
  const said = { ...(before && { before }), ...(after && { after }), ...(details && { details }) };
  const content = Object.keys(said).length === 0 ? null : JSON.stringify(said);
  if (person === undefined) return { person: null, details: content, sealed: null };
  const about = await findOrCreatePerson(tx, ports, person);
  return {
    person: about.person,
    details: null,
    sealed: seal([about.key], ports.random, buildEntryContext(id), content ?? '{}'),
  };
}

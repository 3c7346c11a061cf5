import type { Selectable } from 'kysely';
import type { Key } from '#server/platform/tokens/secrets.ts';
import type { AuditChain, AuditEntriesTable, AuditHeadsTable } from '#server/staff/tables.ts';
import type { AuditPorts } from './append.ts';
import { auditChains, signHead, computeLinkHash } from './chain.ts';

export interface VerifiedChain {
  readonly chain: AuditChain;
  readonly entries: number;
  /** Number of closed months. */
  readonly months: number;
  /** Hash of the last entry; empty without entries. */
  readonly head: string;
}

export interface AuditVerdict {
  readonly chains: readonly VerifiedChain[];
  /** Problems as sentences, the first {@link MAX_PROBLEMS} of each chain. */
  readonly problems: readonly string[];
}

const BATCH = 1_000;
const MAX_PROBLEMS = 20;

/**
 * Verifies both chains from the first head to the last entry.
 *
 * @param contains heads recorded earlier: each must be part of a chain, so that truncation is detected
 */
export async function verifyAudit(ports: AuditPorts, contains: readonly string[] = []): Promise<AuditVerdict> {
  const wanted = new Set(contains);
  const walked = [];
  for (const chain of auditChains) walked.push(await verifyChain(ports, chain, wanted));
  const missing = [...wanted].map((head) => `The head ${head}, which was noted earlier, is part of no chain.`);
  return {
    chains: walked.map(({ verified }) => verified),
    problems: [...walked.flatMap(({ problems }) => problems.slice(0, MAX_PROBLEMS)), ...missing],
  };
}

interface Walked {
  readonly verified: VerifiedChain;
  readonly problems: readonly string[];
}

/** State of the verification. */
interface Walk {
  seq: number;
  hash: string;
  entries: number;
  readonly problems: string[];
}

async function verifyChain(ports: AuditPorts, chain: AuditChain, wanted: Set<string>): Promise<Walked> {
  for (;;) {
    const walked = await walkChain(ports, chain, wanted);
    if (walked.problems.length === 0) return walked;
    // Maintenance may have closed a month meanwhile; its entries are not missing.
    const { months } = await ports.database.db
      .selectFrom('audit_heads')
      .select(({ fn }) => fn.countAll<number | string>().as('months'))
      .where('chain', '=', chain)
      .executeTakeFirstOrThrow();
    if (Number(months) === walked.verified.months) return walked;
  }
}

async function walkChain(ports: AuditPorts, chain: AuditChain, wanted: Set<string>): Promise<Walked> {
  const { db } = ports.database;
  const { audit: keys } = ports.secrets;
  const walk: Walk = { seq: 0, hash: '', entries: 0, problems: [] };
  const heads = await db.selectFrom('audit_heads').selectAll().where('chain', '=', chain).orderBy('last_seq').execute();
  for (const head of heads) stepHead(walk, keys, head, wanted);
  for (;;) {
    // Entries of closed months are being deleted.
    const rows = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('chain', '=', chain)
      .where('seq', '>', walk.seq)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    for (const row of rows) stepEntry(walk, keys, row, wanted);
    if (rows.length < BATCH) break;
  }
  const verified = { chain, entries: walk.entries, months: heads.length, head: walk.hash };
  return { verified, problems: walk.problems };
}

function stepHead(walk: Walk, keys: readonly Key[], head: Selectable<AuditHeadsTable>, wanted: Set<string>): void {
  const name = `${head.chain}, head of ${head.month}`;
  const { signature, ...signed } = head;
  const key = keys.find(({ id }) => id === head.key);
  if (key === undefined) walk.problems.push(unknownKey(name, head.key));
  else if (signHead(key, signed) !== signature) walk.problems.push(`${name}: its signature is not ours.`);
  if (head.first_seq !== walk.seq + 1 || head.previous !== walk.hash)
    walk.problems.push(`${name}: it does not go on where the month before ended.`);
  walk.seq = head.last_seq;
  walk.hash = head.hash;
  wanted.delete(head.hash);
}

function stepEntry(walk: Walk, keys: readonly Key[], row: Selectable<AuditEntriesTable>, wanted: Set<string>): void {
  const name = `${row.chain} ${row.seq} of ${row.at} (${row.action})`;
  const { hash, ...entry } = row;
  if (row.seq !== walk.seq + 1)
    walk.problems.push(
      `${name}: ${row.seq - walk.seq - 1} entries before it are missing, from number ${walk.seq + 1}.`,
    );
  const key = keys.find(({ id }) => id === row.key);
  if (key === undefined) walk.problems.push(unknownKey(name, row.key));
  else if (computeLinkHash(key, walk.hash, entry) !== hash)
    walk.problems.push(`${name}: it is not what was written, or not in its place.`);
  walk.seq = row.seq;
  walk.hash = hash;
  walk.entries += 1;
  wanted.delete(hash);
}

const unknownKey = (name: string, key: string): string =>
  `${name}: it was made under a secret that is not part of SECRET any more (its key is ${key}). Add that secret as a further part to check it.`;

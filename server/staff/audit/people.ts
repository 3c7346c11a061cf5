import type { Transaction } from '#server/platform/database/open-database.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { seal, tryToUnseal } from '#server/platform/tokens/seal.ts';
import type { Key } from '#server/platform/tokens/secrets.ts';

type PeoplePorts = Pick<PlatformPorts, 'clock' | 'random' | 'secrets'>;

/** Pseudonym of a person in entries, and the key to their content. */
export interface AuditPerson {
  readonly person: string;
  readonly key: Key;
}

const toContext = (person: string): string => `audit-person/${person}`;
const toKey = (person: string, secret: string): Key => ({ id: person, bytes: Buffer.from(secret, 'base64url') });

/** The key of a person, created with the first entry. Call it while the chain is locked, so that only one is created. */
export async function findOrCreatePerson(tx: Transaction, ports: PeoplePorts, subject: string): Promise<AuditPerson> {
  const secret = Buffer.from(ports.random.bytes(32)).toString('base64url');
  const person = createId(ports.random);
  const known = await tx
    .insertInto('audit_people')
    .values({
      person,
      subject,
      secret: seal(ports.secrets.seal, ports.random, toContext(person), secret),
      created_at: getCurrentTimestamp(ports.clock),
    })
    // A no-op update, so that the existing row is returned by the same statement.
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ subject }))
    .returning(['person', 'secret'])
    .executeTakeFirstOrThrow();
  const opened = tryToUnseal(ports.secrets.seal, toContext(known.person), known.secret);
  if (opened !== null) return { person: known.person, key: toKey(known.person, opened) };
  // The secret was removed from the configuration: earlier content stays unreadable, new entries get a new key.
  await tx.deleteFrom('audit_people').where('person', '=', known.person).execute();
  return findOrCreatePerson(tx, ports, subject);
}

/** Person and content of an entry; `null` once the person is erased or the secret was removed. */
export function openSealed(
  { secrets }: Pick<PeoplePorts, 'secrets'>,
  { id, person, sealed, secret }: SealedEntry,
): string | null {
  if (person === null || sealed === null || secret === null) return null;
  const opened = tryToUnseal(secrets.seal, toContext(person), secret);
  return opened === null ? null : tryToUnseal([toKey(person, opened)], buildEntryContext(id), sealed);
}

export interface SealedEntry {
  readonly id: string;
  readonly person: string | null;
  readonly sealed: string | null;
  /** Key from `audit_people`. */
  readonly secret: string | null;
}

/** Encryption context of an entry. */
export const buildEntryContext = (id: string): string => `audit/${id}`;

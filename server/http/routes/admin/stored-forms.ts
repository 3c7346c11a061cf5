import { createIdempotencyKey, claimKey } from '#server/platform/database/idempotency.ts';
import { HOUR, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { countHit } from '#server/platform/limits/rate-limit.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { seal, tryToUnseal } from '#server/platform/tokens/seal.ts';

type Ports = Pick<PlatformPorts, 'database' | 'clock' | 'random' | 'secrets'>;

/** A form that was sent after its sender's session had ended. */
export interface StoredForm {
  readonly action: string;
  /** As typed, without passwords, files and signed values. */
  readonly values: Readonly<Record<string, string>>;
}

/** Limits how much a user can store. */
const LIMIT = { max: 100, windowSeconds: 3_600 };

/**
 * Stores a form for an hour, encrypted, for the account that it was shown to (A1).
 * @returns its id, for the address of the page that shows it again; `null` above the limit
 */
export async function storeForm(ports: Ports, account: string, form: StoredForm): Promise<string | null> {
  const { database, clock, random, secrets } = ports;
  const counted = { action: 'admin.keep-form', subject: account, limit: LIMIT };
  if (!(await countHit(database.db, clock, [counted])).allowed) return null;
  const id = createId(random);
  const answer = seal(secrets.seal, random, toContext(account, id), JSON.stringify(form));
  const request = { key: computeKey(account, id), fingerprint: '' };
  await claimKey(database.db, clock, request, { memberId: null, answer, lifetimeMs: HOUR });
  return id;
}

/** `null` when it belongs to another user, was sent meanwhile, or has expired. */
export async function findStoredForm(
  ports: Omit<Ports, 'random'>,
  account: string,
  id: string,
): Promise<StoredForm | null> {
  const { database, clock, secrets } = ports;
  const row = await database.db
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('key', '=', computeKey(account, id))
    .where('expires_at', '>', getCurrentTimestamp(clock))
    .executeTakeFirst();
  const opened = row && tryToUnseal(secrets.seal, toContext(account, id), row.answer);
  // Checked edge: only a server with the secret can have encrypted it.
  return opened ? (JSON.parse(opened) as StoredForm) : null;
}

/** Deletes a stored form after it was sent, so that it is not sent twice. */
export async function deleteStoredForm(
  { database }: Pick<Ports, 'database'>,
  account: string,
  id: string,
): Promise<void> {
  await database.db.deleteFrom('idempotency_keys').where('key', '=', computeKey(account, id)).execute();
}

const computeKey = (account: string, id: string): string => createIdempotencyKey('kept form', account, id);
const toContext = (account: string, id: string): string => `kept-form/${account}/${id}`;

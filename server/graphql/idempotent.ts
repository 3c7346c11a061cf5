import { setTimeout as sleep } from 'node:timers/promises';
import { claimKey, fingerprint, idempotencyKey } from '#server/platform/database/idempotency.ts';
import { DAY, MINUTE, currentTimestamp } from '#server/platform/database/timestamp.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { seal, unsealed } from '#server/platform/tokens/seal.ts';
import { publicError } from './errors.ts';

export interface RequestFingerprint {
  readonly operation: string;
  /** The client's; `null` when it sent none. */
  readonly key: string | null | undefined;
  /** Everything that makes it this request, whose it is included. */
  readonly body: Readonly<Record<string, unknown>>;
}

const RUNNING = 'running';
/** A request that died leaves its key free again after this. */
const MAX_RUN_MS = MINUTE;
const POLL_INTERVAL_MS = 50;

/**
 * Does something once per key: a repeated request gets the stored answer for a day, one that comes while the first still runs
 * waits for it. The answer is stored sealed, for it may hold an address; only one that had an effect is, so that the same key
 * serves for another try. An answer sealed with a secret that is no longer configured is nobody's any more: the request is carried
 * out again, and the use case itself says what was done before.
 *
 * @returns `key-reused` when the key was used for something else
 */
export async function withIdempotencyKey<Answer extends object>(
  ports: PlatformPorts,
  { operation, key, body }: RequestFingerprint,
  work: () => Promise<Answer>,
  hadEffect: (answer: Answer) => boolean,
): Promise<Answer | 'key-reused'> {
  if (key === null || key === undefined) return work();
  checkKey(key);
  const { db } = ports.database;
  const request = { key: idempotencyKey('graphql', operation, key), fingerprint: fingerprint(body) };
  const context = `answer/${request.key}`;
  /** Only while it is what was seen: another request may have claimed the key in the meantime. */
  const forget = (seen: string) =>
    db.deleteFrom('idempotency_keys').where('key', '=', request.key).where('answer', '=', seen).execute();
  for (const deadline = Date.now() + MAX_RUN_MS; ;) {
    const row = { memberId: null, answer: RUNNING, lifetimeMs: MAX_RUN_MS };
    const claim = await claimKey(db, ports.clock, request, row);
    if (claim.state === 'other-body') return 'key-reused';
    if (claim.state === 'new') break;
    if (claim.answer !== RUNNING) {
      const opened = unsealed(ports.secrets.seal, context, claim.answer);
      // The checked edge: sealed by this server, under the fingerprint of the same request.
      if (opened !== null) return JSON.parse(opened) as Answer;
      await forget(claim.answer);
      continue;
    }
    if (Date.now() > deadline)
      throw publicError('SERVICE_UNAVAILABLE', 'The first request with this key is still running.');
    await sleep(POLL_INTERVAL_MS);
  }
  try {
    const answer = await work();
    if (hadEffect(answer)) {
      const sealed = seal(ports.secrets.seal, ports.random, context, JSON.stringify(answer));
      await db
        .updateTable('idempotency_keys')
        .set({ answer: sealed, email_canonical: addressIn(answer), expires_at: currentTimestamp(ports.clock, DAY) })
        .where('key', '=', request.key)
        .execute();
    } else await forget(RUNNING);
    return answer;
  } catch (error) {
    await forget(RUNNING).catch(() => null);
    throw error;
  }
}

/** The canonical address that an answer names, by which it is found when the person is erased. */
function addressIn(answer: object): string | null {
  return 'email' in answer && typeof answer.email === 'string' ? (readEmail(answer.email)?.canonical ?? null) : null;
}

/** The grammar of a client's key, long enough that nobody guesses it: the answer is given to anyone who has it. @throws for any other */
export function checkKey(key: string): void {
  if (!/^[A-Za-z0-9_-]{22,128}$/.test(key)) throw malformedKey;
}

const malformedKey = publicError(
  'BAD_REQUEST',
  'An idempotency key has 22 to 128 characters of "A-Z a-z 0-9 _ -". A random UUID is a good one.',
  { status: 400 },
);

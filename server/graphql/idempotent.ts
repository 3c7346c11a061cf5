import { setTimeout as sleep } from 'node:timers/promises';
import { claimKey, computeFingerprint, createIdempotencyKey } from '#server/platform/database/idempotency.ts';
import { DAY, MINUTE, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { seal, tryToUnseal } from '#server/platform/tokens/seal.ts';
import { toPublicError } from './errors.ts';

export interface RequestFingerprint {
  readonly operation: string;
  /** Idempotency key of the client; `null` for none. */
  readonly key: string | null | undefined;
  /** Everything that identifies the request, including its caller. */
  readonly body: Readonly<Record<string, unknown>>;
}

const RUNNING = 'running';
/** After this time, the key of a crashed request is free again. */
const MAX_RUN_MS = MINUTE;
const POLL_INTERVAL_MS = 50;

/**
 * Runs work once per idempotency key: a repeated request gets the stored response for a day, a concurrent one waits for the first. Responses
 * are stored encrypted, because they may contain an email address, and only when they had an effect, so that a failed request can be
 * repeated with its key. When the encryption secret was removed from the configuration, the work runs again and its use case recognizes what was done.
 *
 * @returns `key-reused` when the key was used with another body
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
  const request = { key: createIdempotencyKey('graphql', operation, key), fingerprint: computeFingerprint(body) };
  const context = `answer/${request.key}`;
  /** Compare and delete: another request may have claimed the key meanwhile. */
  const forget = (seen: string) =>
    db.deleteFrom('idempotency_keys').where('key', '=', request.key).where('answer', '=', seen).execute();
  for (const deadline = Date.now() + MAX_RUN_MS; ;) {
    const row = { memberId: null, answer: RUNNING, lifetimeMs: MAX_RUN_MS };
    const claim = await claimKey(db, ports.clock, request, row);
    if (claim.state === 'other-body') return 'key-reused';
    if (claim.state === 'new') break;
    if (claim.answer !== RUNNING) {
      const opened = tryToUnseal(ports.secrets.seal, context, claim.answer);
      // Checked edge: encrypted by this server under the fingerprint of the same request.
      if (opened !== null) return JSON.parse(opened) as Answer;
      await forget(claim.answer);
      continue;
    }
    if (Date.now() > deadline)
      throw toPublicError('SERVICE_UNAVAILABLE', 'The first request with this key is still running.');
    await sleep(POLL_INTERVAL_MS);
  }
  try {
    const answer = await work();
    if (hadEffect(answer)) {
      const sealed = seal(ports.secrets.seal, ports.random, context, JSON.stringify(answer));
      await db
        .updateTable('idempotency_keys')
        .set({ answer: sealed, email_canonical: addressIn(answer), expires_at: getCurrentTimestamp(ports.clock, DAY) })
        .where('key', '=', request.key)
        .execute();
    } else await forget(RUNNING);
    return answer;
  } catch (error) {
    await forget(RUNNING).catch(() => null);
    throw error;
  }
}

/** The canonical email address in a response, for erasure. */
function addressIn(answer: object): string | null {
  return 'email' in answer && typeof answer.email === 'string' ? (readEmail(answer.email)?.canonical ?? null) : null;
}

/** Validates an idempotency key. It must be unguessable, because the stored response is sent to anyone who has it. @throws for an invalid key */
export function checkKey(key: string): void {
  if (!/^[A-Za-z0-9_-]{22,128}$/.test(key)) throw malformedKey;
}

const malformedKey = toPublicError(
  'BAD_REQUEST',
  'An idempotency key has 22 to 128 characters of "A-Z a-z 0-9 _ -". A random UUID is a good one.',
  { status: 400 },
);

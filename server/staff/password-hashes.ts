import { availableParallelism } from 'node:os';
import { FairQueue, type QueuedFor } from '#server/platform/limits/fair-queue.ts';
import { verifyPassword } from './password.ts';

/** A hash takes 20 ms of a processor and 19 MiB. One processor is reserved for pages. */
export const hashLimits = {
  concurrent: Math.max(1, Math.min(2, availableParallelism() - 1)),
  perNetwork: 16,
  total: 256,
  /** Queue timeout in milliseconds, shorter than that of any request. */
  timeoutMs: 5_000,
} as const;

/** Queue for password hashes of all requests. */
export class PasswordHashes {
  readonly #queue = new FairQueue(hashLimits);

  /** @throws UnavailableError when the queue is full, or on timeout */
  verifyPassword(password: string, encoded: string, sender: QueuedFor): Promise<boolean> {
    return this.#queue.run(sender, () => verifyPassword(password, encoded));
  }
}

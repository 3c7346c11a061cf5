import { availableParallelism } from 'node:os';
import { FairQueue, type QueuedFor } from '#server/platform/limits/fair-queue.ts';
import { isPassword } from './password.ts';

/** Each hash takes a processor for 20 ms and 19 MiB. One processor is left for pages. */
export const hashLimits = {
  concurrent: Math.max(1, Math.min(2, availableParallelism() - 1)),
  perNetwork: 16,
  total: 256,
  /** Milliseconds: less than any request that asks for one may take. */
  timeoutMs: 5_000,
} as const;

/** The only way from a request to a password hash. */
export class PasswordHashes {
  readonly #queue = new FairQueue(hashLimits);

  /** @throws UnavailableError when the queue is full, or after the timeout. */
  isPassword(password: string, encoded: string, sender: QueuedFor): Promise<boolean> {
    return this.#queue.run(sender, () => isPassword(password, encoded));
  }
}

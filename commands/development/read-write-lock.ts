/**
 * Work that may run side by side, and work that runs alone: it waits for what runs already, and what comes later waits for it.
 * Work side by side must not ask for another turn inside its own: the two would wait for each other.
 */
export class Turns {
  readonly #running = new Set<Promise<unknown>>();
  #alone: Promise<unknown> | null = null;

  async beside<T>(work: () => Promise<T>): Promise<T> {
    while (this.#alone !== null) await this.#alone;
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Calls for it that come while one runs are begun at once: they are one piece of work. */
  async alone(work: () => Promise<void>): Promise<void> {
    if (this.#alone !== null) return work();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#alone = promise;
    try {
      await Promise.allSettled(this.#running);
      await work();
    } finally {
      this.#alone = null;
      resolve();
    }
  }
}

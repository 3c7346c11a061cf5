/** A shared/exclusive lock. Exclusive work waits for running shared work; later shared work waits for exclusive work. Not reentrant. */
export class ReadWriteLock {
  readonly #running = new Set<Promise<unknown>>();
  #exclusive: Promise<unknown> | null = null;

  async shared<T>(work: () => Promise<T>): Promise<T> {
    while (this.#exclusive !== null) await this.#exclusive;
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** A call during exclusive work joins it: a restart may request another one before it has ended. */
  async exclusive(work: () => Promise<void>): Promise<void> {
    if (this.#exclusive !== null) return work();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#exclusive = promise;
    try {
      await Promise.allSettled(this.#running);
      await work();
    } finally {
      this.#exclusive = null;
      resolve();
    }
  }
}

/** Tells who listens, on every node, that something about an id changed. What changed is read from the database. */
export interface Announcements {
  /** To be called after the change was committed. Never throws: whoever listens looks again by itself now and then. */
  announce(id: string): Promise<void>;
  /**
   * Calls `wake` after each announcement of the id, and whenever announcements may have been missed.
   * @returns stops listening
   */
  listen(id: string, wake: () => void): () => void;
  close(): Promise<void>;
}

/** Listeners of one process. */
export class Listeners {
  readonly #byId = new Map<string, Set<() => void>>();

  add(id: string, wake: () => void): () => void {
    // A function of its own, so that the same one added twice is removed once.
    const entry = (): void => wake();
    const set = this.#byId.get(id) ?? new Set();
    this.#byId.set(id, set.add(entry));
    return () => {
      set.delete(entry);
      if (set.size === 0 && this.#byId.get(id) === set) this.#byId.delete(id);
    };
  }

  wake(id: string): void {
    for (const entry of this.#byId.get(id) ?? []) entry();
  }

  wakeAll(): void {
    for (const id of this.#byId.keys()) this.wake(id);
  }

  get size(): number {
    return this.#byId.size;
  }
}

/** For the embedded database, which one server process has for itself. */
export function localAnnouncements(): Announcements {
  const listeners = new Listeners();
  return {
    announce: async (id) => listeners.wake(id),
    listen: (id, wake) => listeners.add(id, wake),
    close: async () => {},
  };
}

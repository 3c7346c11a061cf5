/** Informs listeners on every node that something about an id changed. What changed is read from the database. */
export interface PubSub {
  /** To be called after the change was committed. Never throws: anyone who listens looks again by itself now and then. */
  announce(id: string): Promise<void>;
  /** The same for what changes often, such as a list: in a moment, once for all changes until then, and nobody waits for it. */
  announceSoon(id: string): void;
  /**
   * Calls `wake` after each announcement of the id, and whenever announcements may have been missed.
   * @returns stops listening
   */
  listen(id: string, wake: () => void): () => void;
  close(): Promise<void>;
}

/** Ids of what is announced as a whole. */
export const topics = {
  mails: 'list mails',
  results: 'list results',
  /** Drafts and revisions of the content. */
  publications: 'list publications',
  /** A session of the staff or a token of a program ended. */
  staffSessions: 'staff sessions',
} as const;

/** Milliseconds between a change of a list and its announcement. */
const DEBOUNCE_MS = 250;

/** Gathers announcements, so that a thousand changes of a list cost a few. */
export class Debouncer {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #announce: (id: string) => Promise<void>;

  constructor(announce: (id: string) => Promise<void>) {
    this.#announce = announce;
  }

  add(id: string): void {
    if (this.#timers.has(id)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(id);
      void this.#announce(id);
    }, DEBOUNCE_MS);
    this.#timers.set(id, timer.unref());
  }

  /** Anyone who listens looks again by itself. */
  drop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
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
export function localPubSub(): PubSub {
  const listeners = new Listeners();
  const soon = new Debouncer(async (id) => listeners.wake(id));
  return {
    announce: async (id) => listeners.wake(id),
    announceSoon: (id) => soon.add(id),
    listen: (id, wake) => listeners.add(id, wake),
    close: async () => soon.drop(),
  };
}

/** Notifies listeners on all nodes that something with an id changed. Events carry no data; listeners read the database. */
export interface PubSub {
  /** Call after the commit. Never rejects: listeners poll as well. */
  publish(id: string): Promise<void>;
  /** The same, debounced and in the background, for things that change often, such as lists. */
  publishDebounced(id: string): void;
  /**
   * Calls `wake` after each event of the id, and when events may have been missed.
   * @returns unsubscribe function
   */
  subscribe(id: string, wake: () => void): () => void;
  close(): Promise<void>;
}

/** Ids of topics that are not single rows. */
export const topics = {
  mails: 'list mails',
  results: 'list results',
  /** Drafts and revisions of the content. */
  publications: 'list publications',
  /** A staff session or an API token was revoked. */
  staffSessions: 'staff sessions',
} as const;

/** Debounce delay in milliseconds. */
const DEBOUNCE_MS = 250;

/** Debounces events, so that a thousand changes of a list cause few. */
export class Debouncer {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #publish: (id: string) => Promise<void>;

  constructor(publish: (id: string) => Promise<void>) {
    this.#publish = publish;
  }

  add(id: string): void {
    if (this.#timers.has(id)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(id);
      void this.#publish(id);
    }, DEBOUNCE_MS);
    this.#timers.set(id, timer.unref());
  }

  /** Listeners poll as well. */
  drop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}

/** Listeners of one process. */
export class Listeners {
  readonly #byId = new Map<string, Set<() => void>>();

  add(id: string, wake: () => void): () => void {
    // A new function, so that a callback registered twice is removed once.
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

/** For the embedded database, which is used by a single server process. */
export function createLocalPubSub(): PubSub {
  const listeners = new Listeners();
  const soon = new Debouncer(async (id) => listeners.wake(id));
  return {
    publish: async (id) => listeners.wake(id),
    publishDebounced: (id) => soon.add(id),
    subscribe: (id, wake) => listeners.add(id, wake),
    close: async () => soon.drop(),
  };
}

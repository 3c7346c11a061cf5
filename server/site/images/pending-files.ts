/** Creates a file; rejects on failure. */
export type MakeByPath = (path: string) => Promise<void>;

interface Waiting {
  readonly made: Promise<void>;
  readonly finish: () => void;
}

export interface PendingFilesOptions {
  readonly make: MakeByPath;
  readonly onFailure: (path: string, error: unknown) => void;
}

/**
 * Files that pages refer to and that do not exist yet, by path below the base path. Created one at a time, requested ones first, in order. Only added
 * paths are created, so requests cannot cause other work.
 */
export class PendingFiles {
  readonly #options: PendingFilesOptions;
  readonly #unmade = new Set<string>();
  readonly #failed = new Set<string>();
  /** In the order of requests. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #listeners: (() => void)[] = [];
  #unasked = false;
  #running = false;
  #closed = false;

  constructor(options: PendingFilesOptions) {
    this.#options = options;
  }

  /** Pending and failed files; 0 when all exist. */
  get size(): number {
    return this.#unmade.size + this.#failed.size;
  }

  /** Adds files to be created; failed ones are retried. */
  add(paths: Iterable<string>): void {
    for (const path of paths) {
      this.#failed.delete(path);
      this.#unmade.add(path);
    }
    this.#run();
  }

  /** Starts to create files that were not requested as well. */
  makeAll(): void {
    this.#unasked = true;
    this.#run();
  }

  /** Whether a file does not exist. */
  lacks(path: string): boolean {
    return this.#unmade.has(path) || this.#failed.has(path);
  }

  /** Resolves once a file exists or failed; `null` when it is not pending. */
  whenMade(path: string): Promise<void> | null {
    if (!this.#unmade.has(path) || this.#closed) return null;
    let waiting = this.#waiting.get(path);
    if (waiting === undefined) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting = { made: promise, finish: resolve };
      this.#waiting.set(path, waiting);
      this.#run();
    }
    return waiting.made;
  }

  /** Called whenever all files are created. */
  onAllMade(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Stops; waiting requests are released. */
  close(): void {
    this.#closed = true;
    for (const { finish } of this.#waiting.values()) finish();
    this.#waiting.clear();
  }

  #run(): void {
    if (!this.#running) void this.#makeEach();
  }

  async #makeEach(): Promise<void> {
    this.#running = true;
    for (let path = this.#next(); path !== undefined; path = this.#next()) await this.#make(path);
    this.#running = false;
    if (this.#unmade.size === 0) for (const listener of this.#listeners) listener();
  }

  async #make(path: string): Promise<void> {
    try {
      await this.#options.make(path);
    } catch (error) {
      if (this.#closed) return;
      this.#failed.add(path);
      this.#options.onFailure(path, error);
    }
    this.#unmade.delete(path);
    this.#waiting.get(path)?.finish();
    this.#waiting.delete(path);
  }

  #next(): string | undefined {
    if (this.#closed) return undefined;
    const [asked] = this.#waiting.keys();
    const [unasked] = this.#unasked ? this.#unmade : [];
    return asked ?? unasked;
  }
}

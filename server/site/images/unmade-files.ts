/** Makes one file; rejects when it cannot be made. */
export type MakeByPath = (path: string) => Promise<void>;

interface Waiting {
  readonly made: Promise<void>;
  readonly finish: () => void;
}

export interface UnmadeFilesOptions {
  readonly make: MakeByPath;
  readonly onFailure: (path: string, error: unknown) => void;
}

/**
 * Files that pages name and nobody has made yet, by their paths below the base path. They are made one at a time: first those that
 * a request waits for, in the order of asking, then the others. Only what was added is ever made, so nobody can ask for more.
 */
export class UnmadeFiles {
  readonly #options: UnmadeFilesOptions;
  readonly #unmade = new Set<string>();
  readonly #failed = new Set<string>();
  /** In the order of asking. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #listeners: (() => void)[] = [];
  #unasked = false;
  #running = false;
  #closed = false;

  constructor(options: UnmadeFilesOptions) {
    this.#options = options;
  }

  /** Waiting ones and those that could not be made; a site where this is 0 needs nothing of this class. */
  get size(): number {
    return this.#unmade.size + this.#failed.size;
  }

  /** To be made from now on; what failed before is tried again. */
  add(paths: Iterable<string>): void {
    for (const path of paths) {
      this.#failed.delete(path);
      this.#unmade.add(path);
    }
    this.#run();
  }

  /** From now on also what nobody asks for is made. */
  makeAll(): void {
    this.#unasked = true;
    this.#run();
  }

  /** Whether a file is not there. */
  lacks(path: string): boolean {
    return this.#unmade.has(path) || this.#failed.has(path);
  }

  /** Resolves once a file is there or cannot be made; `null` when nothing has to be waited for. */
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

  /** Called whenever no file is left to be made. */
  onAllMade(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Nothing more is begun; nobody waits any longer. */
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

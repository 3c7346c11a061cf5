import { LRUCache } from 'lru-cache';
import type { ImageTask } from '#engine/compile/assets/file-tasks.ts';
import type { SharedImages } from './shared-images.ts';

/** Paths of image files, see `imagePath`. */
const IMAGE = /^assets\/images\/[a-z0-9_-]+\.[0-9a-f]{8}\.\d{1,5}\.(?:avif|webp|jpg)$/;

/** Maximum cached paths. */
const MAX_KNOWN = 5_000;
/** Paths per query. */
const MAX_ASKED = 100;
/** Maximum queued paths; further ones count as missing. */
const MAX_WAITING = 1_000;

/** Finds files planned by other nodes, such as for a preview, with one batched query at a time. */
export class FileLookUps {
  readonly #shared: Pick<SharedImages, 'isThere' | 'findTasks'>;
  readonly #there = new LRUCache<string, true>({ max: MAX_KNOWN });
  readonly #waiting = new Map<string, PromiseWithResolvers<ImageTask | null>>();
  #isWaiting = false;

  constructor(shared: Pick<SharedImages, 'isThere' | 'findTasks'>) {
    this.#shared = shared;
  }

  mayBeElsewhere(path: string): boolean {
    return IMAGE.test(path) && !this.#there.has(path);
  }

  /** The task that creates a file; `null` for an existing or unplanned one. */
  async find(path: string): Promise<ImageTask | null> {
    if (await this.#shared.isThere(path)) {
      this.#there.set(path, true);
      return null;
    }
    const waiting = this.#waiting.get(path);
    if (waiting !== undefined) return waiting.promise;
    if (this.#waiting.size >= MAX_WAITING) return null;
    const found = Promise.withResolvers<ImageTask | null>();
    this.#waiting.set(path, found);
    if (!this.#isWaiting) void this.#ask();
    return found.promise;
  }

  async #ask(): Promise<void> {
    this.#isWaiting = true;
    while (this.#waiting.size > 0) {
      const asked = [...this.#waiting].slice(0, MAX_ASKED);
      const tasks = await this.#shared.findTasks(asked.map(([path]) => path)).catch(() => []);
      const byPath = new Map(tasks.map((task) => [task.path, task]));
      for (const [path, { resolve }] of asked) {
        this.#waiting.delete(path);
        resolve(byPath.get(path) ?? null);
      }
    }
    this.#isWaiting = false;
  }
}

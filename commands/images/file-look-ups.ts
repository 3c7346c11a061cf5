import { LRUCache } from 'lru-cache';
import type { ImageTask } from '#engine/compile/assets/file-tasks.ts';
import type { SharedImages } from './shared-images.ts';

/** Names that builds give to files of images, see `imagePath`. */
const IMAGE = /^assets\/images\/[a-z0-9_-]+\.[0-9a-f]{8}\.\d{1,5}\.(?:avif|webp|jpg)$/;

/** Paths that are known to be there. */
const MAX_KNOWN = 5_000;
/** Paths of one question; who asks for more waits for the next. */
const MAX_ASKED = 100;
/** Paths that wait; further ones count as missing. */
const MAX_WAITING = 1_000;

/**
 * Finds files that another node has planned, such as those of a page that it rendered for a preview. However many paths are asked for,
 * the database is asked one question at a time.
 */
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

  /** How to make a file; `null` for one that is there already, or that nobody planned. */
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

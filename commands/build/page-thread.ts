import { Worker } from 'node:worker_threads';
import { InternalError, UserError } from '#engine/shared/errors.ts';
import type { MadePage, NamedPage, PageResult, PageWork } from './page-work.ts';

interface Waiting {
  readonly resolve: (made: MadePage) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread that compiles pages sequentially. */
export class PageThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<string, Waiting>();
  readonly #exit: Promise<unknown>;
  /** Error that ended it. */
  #ended: { readonly error: unknown } | undefined;

  constructor(work: PageWork) {
    this.#worker = new Worker(new URL('./page-worker.ts', import.meta.url), { workerData: work });
    this.#exit = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.on('message', (result: PageResult) => {
      const page = this.#waiting.get(result.name);
      this.#waiting.delete(result.name);
      if ('made' in result) page?.resolve(result.made);
      else page?.reject('mistake' in result ? new UserError(result.mistake) : result.error);
    });
    this.#worker.once('error', (error) => this.#refuse(error));
    this.#worker.once('exit', () => this.#refuse(new InternalError('A thread ended before its pages were made.')));
  }

  /** Number of unanswered pages. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Rejects with the error of the compiler. */
  compile(page: NamedPage): Promise<MadePage> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) return reject(this.#ended.error);
      this.#waiting.set(page.name, { resolve, reject });
      this.#worker.postMessage(page);
    });
  }

  /** Resolves when the thread has ended; it finishes its pages. */
  async end(): Promise<void> {
    this.#worker.postMessage(null);
    await this.#exit;
  }

  #refuse(error: unknown): void {
    this.#ended ??= { error };
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

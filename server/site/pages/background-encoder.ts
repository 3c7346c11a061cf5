import { clearTimeout, setTimeout } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { asBuffers, type EncodedPage } from './encode-page.ts';

/** Maximum queued jobs; further pages keep their fast compression. */
const MAX_QUEUED = 200;

/** Milliseconds until an idle thread ends, because it holds much memory. */
const IDLE_MS = 2_000;

interface Waiting {
  readonly quick: EncodedPage;
  readonly resolve: (encoded: EncodedPage | null) => void;
}

/**
 * Recompresses pages with the best quality in a worker thread, one at a time. The thread is asked to end and never terminated: terminating it while it
 * creates a compression stream crashes the process (Node.js asserts "close before init").
 */
export class BackgroundEncoder {
  #worker: Worker | null = null;
  readonly #queue: Waiting[] = [];
  #current: Waiting | null = null;
  #closed = false;
  #idle: NodeJS.Timeout | undefined;

  /** `null` when the queue is full or was cleared, the worker failed or the encoder is closed; the page keeps its fast compression. */
  encode(quick: EncodedPage): Promise<EncodedPage | null> {
    if (this.#closed || this.#queue.length >= MAX_QUEUED) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#queue.push({ quick, resolve });
      this.#next();
    });
  }

  /** Drops all queued pages, which resolve to `null`. */
  clear(): void {
    for (const { resolve } of this.#queue.splice(0)) resolve(null);
  }

  /** Resolves when the thread has ended; it finishes its current page. */
  async close(): Promise<void> {
    this.#closed = true;
    this.clear();
    clearTimeout(this.#idle);
    if (this.#worker !== null) await stopWorker(this.#worker);
  }

  #rest(): void {
    const worker = this.#worker;
    this.#worker = null;
    if (worker !== null) void stopWorker(worker);
  }

  #next(): void {
    if (this.#current !== null) return;
    this.#current = this.#queue.shift() ?? null;
    clearTimeout(this.#idle);
    if (this.#current === null) {
      this.#idle = setTimeout(() => this.#rest(), IDLE_MS).unref();
      return;
    }
    this.#worker ??= this.#start();
    this.#worker.postMessage(this.#current.quick);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./encode-worker.ts', import.meta.url));
    worker.on('message', (encoded: EncodedPage) => this.#finish(asBuffers(encoded)));
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#finish(null);
    });
    worker.unref();
    return worker;
  }

  #finish(encoded: EncodedPage | null): void {
    const finished = this.#current;
    this.#current = null;
    finished?.resolve(encoded);
    this.#next();
  }
}

/** Asks a thread to end after its current page. */
function stopWorker(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve());
    worker.ref();
    worker.postMessage(null);
  });
}

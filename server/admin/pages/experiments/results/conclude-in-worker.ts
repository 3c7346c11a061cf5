import { Worker } from 'node:worker_threads';
import { InternalError } from '#engine/shared/errors.ts';
import type { ConclusionResult, ConclusionRequest } from './compute-conclusion.ts';

/** Computes the conclusion of an experiment in a worker thread. Rejects when the files cannot be read. */
export function concludeInWorker(request: ConclusionRequest): Promise<ConclusionResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./conclusion-worker.ts', import.meta.url), { workerData: request });
    worker.on('message', resolve).on('error', reject);
    worker.on('exit', () => reject(new InternalError('The worker ended without a result.')));
    worker.unref();
  });
}

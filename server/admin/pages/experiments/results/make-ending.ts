import { Worker } from 'node:worker_threads';
import { InternalError } from '#engine/shared/errors.ts';
import type { EndingAnswer, EndingRequest } from './ending.ts';

/** Computes the conclusion of an experiment in a worker thread. Rejects when the files cannot be read. */
export function makeEnding(request: EndingRequest): Promise<EndingAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./ending-worker.ts', import.meta.url), { workerData: request });
    worker.on('message', resolve).on('error', reject);
    worker.on('exit', () => reject(new InternalError('How the experiment ends was not worked out.')));
    worker.unref();
  });
}

import { InternalError } from '#engine/shared/errors.ts';
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '#server/platform/lower-thread-priority.ts';
import { asBuffers, encodeBest, type EncodedPage } from './encode-page.ts';

if (parentPort === null) throw new InternalError('encode-worker.ts runs as a worker thread only.');
const port = parentPort;
lowerThreadPriority();

/** `null` ends the thread by closing its port. */
port.on('message', (quick: EncodedPage | null) => {
  if (quick === null) port.close();
  else port.postMessage(encodeBest(asBuffers(quick)));
});

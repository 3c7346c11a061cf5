import { Bug } from '#engine/base/errors.ts';
import { parentPort } from 'node:worker_threads';
import { encode, type EncodeJob } from './encode-page.ts';

if (parentPort === null) throw new Bug('encode-worker.ts runs as a worker thread only.');
const port = parentPort;

/** `null` asks the thread to end: with its port closed, nothing keeps it. */
port.on('message', (job: EncodeJob | null) => {
  if (job === null) port.close();
  else port.postMessage(encode(job, 'best'));
});

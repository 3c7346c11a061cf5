import { Bug } from '#engine/base/errors.ts';
import { parentPort } from 'node:worker_threads';
import { encode, type EncodeJob } from './encode-page.ts';

if (parentPort === null) throw new Bug('encode-worker.ts runs as a worker thread only.');
const port = parentPort;

port.on('message', (job: EncodeJob) => {
  port.postMessage(encode(job, 'best'));
});

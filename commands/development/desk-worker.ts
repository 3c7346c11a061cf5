import { parentPort, workerData } from 'node:worker_threads';
import { InternalError } from '#engine/shared/errors.ts';
import { readDesk } from './read-desk.ts';

if (parentPort === null) throw new InternalError('desk-worker.ts runs as a worker thread only.');
const port = parentPort;
// The root of the project comes in, what its commands say goes out.
port.postMessage(await readDesk(String(workerData)));

import { parentPort, workerData } from 'node:worker_threads';
import { InternalError } from '#engine/shared/errors.ts';
import { readDesk } from './read-desk.ts';

if (parentPort === null) throw new InternalError('desk-worker.ts runs as a worker thread only.');
const port = parentPort;
// Receives the project's root, returns the output of its commands.
port.postMessage(await readDesk(String(workerData)));

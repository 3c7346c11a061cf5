import { parentPort, workerData } from 'node:worker_threads';
import { InternalError } from '#engine/shared/errors.ts';
import { readDevOverview } from './read-dev-overview.ts';

if (parentPort === null) throw new InternalError('dev-overview-worker.ts runs as a worker thread only.');
const port = parentPort;
// Receives the project's root, returns the output of its commands.
port.postMessage(await readDevOverview(String(workerData)));

import { parentPort, workerData } from 'node:worker_threads';
import { readProject } from '#engine/documents/read-project.ts';
import { lowerThreadPriority } from '#server/platform/lower-thread-priority.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { type ConclusionRequest, computeConclusion } from './compute-conclusion.ts';

/* Runs in a worker: resolving all documents blocks the event loop for a second or two. */

lowerThreadPriority();
const request = workerData as ConclusionRequest;
const { root, deployment, files } = request;
const project = { ...(await readProject(root)), deployment, journeys };
const layers = files === null ? project.layers : [{ name: 'published' as const, files }];
parentPort?.postMessage(computeConclusion({ ...project, layers }, request));

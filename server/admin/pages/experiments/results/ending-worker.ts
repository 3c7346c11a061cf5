import { parentPort, workerData } from 'node:worker_threads';
import { readProject } from '#engine/documents/read-project.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { type EndingRequest, endingFile } from './ending.ts';

/* Resolving all documents takes a second or two, in which a server would answer nobody. */

const request = workerData as EndingRequest;
const { root, deployment } = request;
parentPort?.postMessage(endingFile({ ...(await readProject(root)), deployment, journeys }, request));

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PINS_FILE } from '#engine/documents/kept-pins.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { type EndingRequest, endingFile } from './ending.ts';

/* Resolving all documents takes a second or two, in which a server would answer nobody. */

const request = workerData as EndingRequest;
const { root, deployment } = request;
const file = join(root, PINS_FILE);
const pins = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
parentPort?.postMessage(endingFile({ ...(await readProject(root)), deployment, journeys }, request, pins));

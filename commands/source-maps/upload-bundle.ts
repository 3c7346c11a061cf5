import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { UserError } from '#engine/shared/errors.ts';
import type { Bundle } from './bundle.ts';

/** The error reporting service, with credentials for uploads. */
export interface UploadService {
  /** Base URL of its API, such as `https://sentry.io`. */
  readonly url: string;
  readonly organization: string;
  readonly project: string;
  /** Needs the scope `project:releases`. */
  readonly token: string;
}

export interface UploadOptions {
  /** Request timeout in milliseconds. */
  readonly timeoutMs?: number;
  /** Milliseconds between polls for completion. */
  readonly pauseMs?: number;
}

const TIMEOUT_MS = 60_000;
const PAUSE_MS = 1_000;
/** Maximum polls; assembling takes some seconds. */
const MAX_POLLS = 120;
/** Default bytes per chunk. */
const PART = 8 * 1024 * 1024;

type Answer = Readonly<Record<string, unknown>>;

/**
 * Uploads an artifact bundle in chunks, like `sentry-cli sourcemaps upload`: reads the chunk size, sends missing chunks, and waits until
 * the service has assembled them. Repeating an upload sends no chunk.
 *
 * @throws UserError with the request and its response
 */
export async function uploadBundle(
  bundle: Bundle,
  release: string,
  service: UploadService,
  { timeoutMs = TIMEOUT_MS, pauseMs: pause = PAUSE_MS }: UploadOptions = {},
): Promise<void> {
  const ask = createAsk(service, timeoutMs);
  const api = `${service.url}/api/0/organizations/${service.organization}`;
  const limits = await ask(`${api}/chunk-upload/`);
  if (!Array.isArray(limits['accept']) || !limits['accept'].includes('artifact_bundles_v2'))
    throw new UserError(
      `${service.url} does not accept artifact bundles. It needs Sentry 23.6 or newer, or a service like it.`,
    );
  const parts = splitParts(bundle.bytes, typeof limits['chunkSize'] === 'number' ? limits['chunkSize'] : PART);
  const body = JSON.stringify({
    checksum: bundle.checksum,
    chunks: [...parts.keys()],
    projects: [service.project],
    version: release,
  });
  const assemble = (): Promise<Answer> =>
    ask(`${api}/artifactbundle/assemble/`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

  let answer = await assemble();
  if (answer['state'] === 'not_found') {
    const to = new URL(String(limits['url'] ?? `${api}/chunk-upload/`), `${service.url}/`).href;
    await sendParts(ask, to, parts, answer['missingChunks']);
    answer = await assemble();
  }
  for (let asked = 0; isUnderWay(answer) && asked < MAX_POLLS; asked += 1) {
    await wait(pause);
    answer = await assemble();
  }
  if (answer['state'] !== 'ok')
    throw new UserError(`${service.url} rejected the bundle: ${String(answer['detail'] ?? answer['state'])}`);
}

const isUnderWay = ({ state }: Answer): boolean => state === 'created' || state === 'assembling';

/** Chunks by SHA-1, in order. */
function splitParts(bytes: Uint8Array, size: number): ReadonlyMap<string, Uint8Array> {
  const parts = new Map<string, Uint8Array>();
  for (let from = 0; from < bytes.length; from += size) {
    const part = bytes.subarray(from, from + size);
    parts.set(createHash('sha1').update(part).digest('hex'), part);
  }
  return parts;
}

type Ask = (url: string, init?: RequestInit) => Promise<Answer>;

/** One chunk per request: services accept several, but with different limits. */
async function sendParts(
  ask: Ask,
  url: string,
  parts: ReadonlyMap<string, Uint8Array>,
  missing: unknown,
): Promise<void> {
  const wanted = Array.isArray(missing) ? missing : [...parts.keys()];
  for (const [hash, part] of parts) {
    if (!wanted.includes(hash)) continue;
    const form = new FormData();
    form.append('file_gzip', new Blob([new Uint8Array(await promisify(gzip)(part))]), hash);
    await ask(url, { method: 'POST', body: form });
  }
}

/** Requests with the token; responses as objects, empty without a body. */
function createAsk({ token }: UploadService, timeoutMs: number): Ask {
  return async (url, init = {}) => {
    const headers = { ...Object.fromEntries(new Headers(init.headers)), Authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...init, headers, signal, redirect: 'error' }).catch((error: unknown) => {
      throw new UserError(`${url} could not be reached: ${causeMessage(error)}`, { cause: error });
    });
    const text = await response.text();
    if (!response.ok) throw new UserError(`${url} answered with status ${response.status}: ${text.slice(0, 300)}`);
    return readObject(text);
  };
}

function causeMessage(error: unknown): string {
  const { cause = error } = error as { readonly cause?: unknown };
  return cause instanceof Error ? cause.message : String(cause);
}

function readObject(text: string): Answer {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

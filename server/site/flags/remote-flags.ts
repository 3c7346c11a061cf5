import { setTimeout as sleep } from 'node:timers/promises';
import type { FeatureApiResponse } from '@growthbook/growthbook';
import { readEvents } from '#server/site/flags/event-stream.ts';
import { UnavailableError } from '#engine/shared/errors.ts';
import { readLastGood, writeLastGood } from './last-good.ts';
import { readLimitedBody, readPayload } from './read-payload.ts';

/** Times in milliseconds. */
export interface RemoteTimes {
  /** Poll interval. */
  readonly pollMs: number;
  /** Response timeout. */
  readonly timeoutMs: number;
  /** Delay before the first retry, doubled each time. */
  readonly retryMs: number;
  /** Maximum delay between retries. */
  readonly maxRetryMs: number;
  /** Timeout of a silent stream; GrowthBook sends a ping every 30 s. */
  readonly silenceMs: number;
}

/** Polling of feature flags, with GrowthBook's defaults: stale after a minute, 5 s timeout, backoff up to five minutes (X3). */
export const remoteTimes: RemoteTimes = {
  pollMs: 60_000,
  timeoutMs: 5_000,
  retryMs: 1_000,
  maxRetryMs: 300_000,
  silenceMs: 90_000,
};

type Say = (fields: object, message: string) => void;

/** Required log levels. */
export interface FlagsLog {
  readonly error: Say;
  readonly warn: Say;
  readonly info: Say;
}

export interface RemoteFlagsOptions {
  /** Scheme and host without a trailing slash. */
  readonly apiHost: string;
  readonly clientKey: string;
  /** Empty for unencrypted payloads. */
  readonly decryptionKey: string;
  /** File with the last valid payload. */
  readonly file: string;
  /** Receives a payload; throws when it is invalid. */
  readonly accept: (payload: FeatureApiResponse, published: FeatureApiResponse) => void;
  readonly log: FlagsLog;
  readonly times?: RemoteTimes;
}

export interface RemoteFlags {
  /** Whether the last request failed. */
  readonly failing: boolean;
  /** Last successful response in milliseconds since the epoch; initially the start time. */
  readonly heardAt: number;
  stop(): Promise<void>;
}

/**
 * Keeps the payload of a GrowthBook service current, by polling and streaming in the background. All requests have a timeout. On failure the last valid
 * payload stays in use; it is also on disk for a start during an outage. An outage is logged once.
 */
export async function startRemoteFlags(options: RemoteFlagsOptions): Promise<RemoteFlags> {
  const remote = new Remote(options);
  await remote.loadLastGood();
  remote.start();
  return remote;
}

class Remote implements RemoteFlags {
  readonly #options: RemoteFlagsOptions;
  readonly #times: RemoteTimes;
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  #saving: Promise<void> = Promise.resolve();
  #saved = '';
  #streams = false;
  failing = false;
  heardAt = Date.now();

  constructor(options: RemoteFlagsOptions) {
    this.#options = options;
    this.#times = options.times ?? remoteTimes;
  }

  async loadLastGood(): Promise<void> {
    const { file, accept, log, decryptionKey } = this.#options;
    try {
      const text = await readLastGood(file);
      if (text === null) return;
      const { payload, published } = readPayload(text, decryptionKey);
      accept(payload, published);
      this.#saved = text;
    } catch (error) {
      log.warn({ err: error, file }, 'The cached flags on disk cannot be used.');
    }
  }

  start(): void {
    this.#running = Promise.all([this.#poll(), this.#listen()]);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#saving;
  }

  async #poll(): Promise<void> {
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      failures = (await this.#refresh()) ? 0 : failures + 1;
      await this.#pause(failures === 0 ? this.#times.pollMs : this.#backOff(failures));
    }
  }

  /** Whether a payload was received. Never rejects. */
  async #refresh(): Promise<boolean> {
    const { apiHost, clientKey } = this.#options;
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(this.#times.timeoutMs)]);
    try {
      const response = await fetch(`${apiHost}/api/features/${encodeURIComponent(clientKey)}`, {
        signal,
        redirect: 'error',
        headers: { Accept: 'application/json' },
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new UnavailableError(`The service answered with status ${response.status}.`);
      }
      this.#take(await readLimitedBody(response));
      this.#streams = response.headers.get('x-sse-support') === 'enabled';
      this.heardAt = Date.now();
      this.#recovered();
      return true;
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#failed(error);
      return false;
    }
  }

  #take(text: string): void {
    const { accept, decryptionKey, file, log } = this.#options;
    const { payload, published } = readPayload(text, decryptionKey);
    accept(payload, published);
    // An encrypted payload stays encrypted on disk.
    const stored = JSON.stringify(published);
    if (stored === this.#saved) return;
    this.#saved = stored;
    this.#saving = this.#saving.then(() =>
      writeLastGood(file, stored).catch((error: unknown) => {
        log.warn({ err: error, file }, 'The flags cannot be cached on disk.');
      }),
    );
  }

  #takeEvent(data: string): void {
    try {
      this.#take(data);
      this.heardAt = Date.now();
    } catch (error) {
      this.#failed(error);
    }
  }

  async #listen(): Promise<void> {
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      if (!this.#streams) {
        await this.#pause(this.#times.retryMs);
        continue;
      }
      failures = (await this.#follow()) ? 1 : failures + 1;
      await this.#pause(this.#backOff(failures));
    }
  }

  /** Reads the stream until it ends or times out; returns whether data arrived. Never rejects. */
  async #follow(): Promise<boolean> {
    const { apiHost, clientKey } = this.#options;
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), this.#times.silenceMs);
    let heard = false;
    try {
      const response = await fetch(`${apiHost}/sub/${encodeURIComponent(clientKey)}`, {
        signal: AbortSignal.any([this.#stopping.signal, silence.signal]),
        redirect: 'error',
        headers: { Accept: 'text/event-stream' },
      });
      if (!response.ok || response.body === null) return false;
      for await (const { event, data } of readEvents(alive(response.body, () => timer.refresh()))) {
        heard = true;
        if (event === 'features-updated') await this.#refresh();
        if (event === 'features' && data.trim() !== '') this.#takeEvent(data);
      }
      return heard;
    } catch {
      // Streams end regularly; polling detects outages.
      return heard;
    } finally {
      clearTimeout(timer);
    }
  }

  #failed(error: unknown): void {
    if (this.failing) return;
    this.failing = true;
    const { apiHost, log } = this.#options;
    log.error({ err: error, apiHost }, 'Failed to initialize Growthbook');
  }

  #recovered(): void {
    if (!this.failing) return;
    this.failing = false;
    this.#options.log.info({ apiHost: this.#options.apiHost }, 'GrowthBook is reachable again.');
  }

  #backOff(failures: number): number {
    const { retryMs, maxRetryMs } = this.#times;
    return Math.min(maxRetryMs, retryMs * 2 ** Math.min(failures - 1, 20));
  }

  /** With jitter, so that servers do not poll at once. */
  async #pause(milliseconds: number): Promise<void> {
    const jitter = 0.9 + Math.random() * 0.2;
    await sleep(milliseconds * jitter, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined);
  }
}

/** Passes chunks on and reports each. */
async function* alive(body: AsyncIterable<Uint8Array>, onChunk: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    onChunk();
    yield chunk;
  }
}

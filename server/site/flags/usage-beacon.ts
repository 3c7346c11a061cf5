import type { FeatureUsage } from '#engine/decide/experiments/index.ts';
import { UnavailableError } from '#engine/shared/errors.ts';
import type { FlagsLog } from './remote-flags.ts';

export interface UsageBeaconOptions {
  /** Scheme and host without a trailing slash. */
  readonly host: string;
  readonly key: string;
  readonly log: Pick<FlagsLog, 'warn'>;
  /** Milliseconds. */
  readonly times?: { readonly intervalMs: number; readonly timeoutMs: number };
}

/** The interval of the source, and the timeout of all requests of an interval. */
const usual = { intervalMs: 2_000, timeoutMs: 5_000 };
/** Maximum uses per request, which limits the length of its address. */
const MAX_BATCH = 50;
/** Maximum pending uses; further ones are dropped. */
const MAX_WAITING = 5_000;

/**
 * Reports feature usage to GrowthBook (X9) in batches, by the protocol of its SDK: `GET <host>/?key=<key>&events=[{"key", "on"}]`. Only for consenting
 * visitors; contains nothing about a visitor, and is sent by the server. Failed batches are dropped, and the first failure of an outage is logged.
 */
export class UsageBeacon {
  readonly #options: UsageBeaconOptions;
  readonly #times: { readonly intervalMs: number; readonly timeoutMs: number };
  #waiting: FeatureUsage[] = [];
  #timer: NodeJS.Timeout | null = null;
  #failing = false;

  constructor(options: UsageBeaconOptions) {
    this.#options = options;
    this.#times = options.times ?? usual;
  }

  add(uses: readonly FeatureUsage[]): void {
    if (this.#waiting.length + uses.length > MAX_WAITING) return;
    this.#waiting.push(...uses);
    this.#timer ??= setTimeout(() => void this.flush(), this.#times.intervalMs).unref();
  }

  /** Sends pending reports within the timeout; awaited on shutdown. Never rejects. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const uses = this.#waiting;
    this.#waiting = [];
    const signal = AbortSignal.timeout(this.#times.timeoutMs);
    for (let from = 0; from < uses.length; from += MAX_BATCH) {
      if (!(await this.#send(uses.slice(from, from + MAX_BATCH), signal))) return;
    }
  }

  async #send(uses: readonly FeatureUsage[], signal: AbortSignal): Promise<boolean> {
    const { host, key, log } = this.#options;
    const events = JSON.stringify(uses.map((use) => ({ key: use.feature, on: use.on })));
    const query = new URLSearchParams({ key, events });
    try {
      const response = await fetch(`${host}/?${query.toString()}`, { signal, redirect: 'error' });
      await response.body?.cancel();
      if (!response.ok) throw new UnavailableError(`The service answered with status ${response.status}.`);
      this.#failing = false;
      return true;
    } catch (error) {
      if (!this.#failing) log.warn({ err: error, host }, 'Reporting the usage of feature flags failed.');
      this.#failing = true;
      return false;
    }
  }
}

import type { Metric } from 'prom-client';
import { createMinuteLimiter, reportLimits } from '#engine/shared/error-reports.ts';
import type { ReportError } from '#server/platform/observability/repeated-errors.ts';
import { countError } from '#server/platform/observability/error-counts.ts';
import { createLabelledCounter } from '#server/platform/observability/metrics.ts';
import type { Dsn } from '#server/platform/settings/dsn.ts';
import { buildEnvelope, parseEvent, buildEvent, redactEvent } from './envelope.ts';

export interface ErrorReportsOptions {
  readonly dsn: Dsn;
  readonly environment: string;
  /** Current release; known once there is a build. */
  readonly release: () => string;
  /** Removes email addresses and tokens from a text. */
  readonly redact: (text: string) => string;
  readonly now?: () => number;
  /** Timeout of the service in milliseconds. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
/** Maximum reports in flight, so that a slow service cannot exhaust memory. */
const MAX_IN_FLIGHT = 20;

type From = 'server' | 'browser';
type Result = 'sent' | 'failed' | 'dropped';

/** Sends error reports of server and browsers to a service by Sentry's protocol (T7). Failed reports, and those above the limits, are dropped and counted. */
export class ErrorReports {
  readonly #options: ErrorReportsOptions;
  readonly #fits = createMinuteLimiter();
  readonly #onTheirWay = new Set<Promise<void>>();
  readonly #counts = new Map<string, number>(
    (['server', 'browser'] as const).flatMap((from) =>
      (['sent', 'failed', 'dropped'] as const).map((result) => [`${from} ${result}`, 0] as const),
    ),
  );

  #lost = 0;

  constructor(options: ErrorReportsOptions) {
    this.#options = options;
  }

  /**
   * Reports an error of this process.
   *
   * @param about the operation, and the correlation id that the visitor was shown
   */
  readonly report: ReportError = (error, about) => {
    if (!this.#fits(this.#now())) return this.#count('server', 'dropped');
    const tags = { message: about.message, ...(about.id !== undefined && { correlation_id: about.id }) };
    this.#send('server', buildEvent(error, tags, this.#options.redact));
  };

  /** Forwards an envelope sent by a page. `false` for an invalid one. */
  relay(envelope: string): boolean {
    const event = parseEvent(envelope);
    if (event === null) return false;
    countError('browser', this.#now());
    this.#send('browser', redactEvent(event, this.#options.redact));
    return true;
  }

  /** Counts a report that was rejected by a rate limit elsewhere. */
  drop(from: From): void {
    this.#count(from, 'dropped');
  }

  /** Resolves when no report is in flight. */
  async close(): Promise<void> {
    await Promise.all(this.#onTheirWay);
  }

  /** Consecutive failed reports. */
  get lostInARow(): number {
    return this.#lost;
  }

  metric(): Metric {
    return createLabelledCounter(
      {
        name: 'vitrine_error_reports_total',
        help: 'Reports of errors by where the error was and what became of the report.',
        labelNames: ['from', 'result'],
      },
      () =>
        [...this.#counts].map(([key, value]) => {
          const [from = '', result = ''] = key.split(' ');
          return { labels: { from, result }, value };
        }),
    );
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  #count(from: From, result: Result): void {
    const key = `${from} ${result}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  #send(from: From, event: Readonly<Record<string, unknown>>): void {
    const { dsn, environment, release } = this.#options;
    const platform = from === 'server' ? 'node' : 'javascript';
    const body = buildEnvelope(event, dsn, { platform, environment, release: release() }, this.#now());
    if (this.#onTheirWay.size >= MAX_IN_FLIGHT || Buffer.byteLength(body) > reportLimits.bytes)
      return this.#count(from, 'dropped');
    const sending = this.#post(body).then((isThere) => {
      this.#onTheirWay.delete(sending);
      this.#lost = isThere ? 0 : this.#lost + 1;
      this.#count(from, isThere ? 'sent' : 'failed');
    });
    this.#onTheirWay.add(sending);
  }

  /** Contains neither address nor headers of the visitor. */
  async #post(body: string): Promise<boolean> {
    const { dsn, timeoutMs = TIMEOUT_MS } = this.#options;
    try {
      const response = await fetch(dsn.envelopes, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-sentry-envelope',
          'X-Sentry-Auth': `Sentry sentry_version=7, sentry_client=vitrine/1, sentry_key=${dsn.publicKey}`,
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      // Not logged: that would report it again.
      return false;
    }
  }
}

import type { IncomingMessage } from 'node:http';
import type { Metric } from 'prom-client';
import { labelledCounter } from '#server/platform/observability/metrics.ts';
import { isEmbedded } from '#server/platform/requests/embedded.ts';
import type { Limit } from '#server/platform/ports.ts';
import { BoundedCounters } from './bounded-counters.ts';
import { ipv6Prefix } from '#server/platform/ipv6-prefix.ts';

export const dynamicRequestLimits = {
  /** Networks that are known at a time. */
  networks: 10_000,
  /** What a request for anything but a page counts. */
  request: 4,
  /** What a form of an admin page counts: a refused one is shown again on its page, which is made anew. */
  adminForm: 12,
  /** Bytes of a body that count 1. */
  bodyPart: 1_024,
  /** What a body counts at most: nobody reads more of it but a list of codes from a user with the permission. */
  body: 32,
} as const;

export interface DynamicRequestOptions {
  readonly limit: Limit;
  /** How many times what one /64 may do, the /56 around it may. */
  readonly siteFactor: number;
  readonly readNetwork: (request: IncomingMessage) => string;
  /** Milliseconds. */
  readonly now?: () => number;
}

/**
 * How much work a network may ask for, beyond files and ready pages (Z2). A network that is over its limit gets what its limit allows evenly
 * and not all at once when a window begins (the generic cell rate algorithm, ITU-T I.371): visitors beside it wait for one of its requests at most. Kept in
 * memory, per process.
 */
export class DynamicRequests {
  readonly #options: DynamicRequestOptions;
  readonly #counters = new BoundedCounters(dynamicRequestLimits.networks);
  /** What was admitted counts once, whatever else is asked for to answer it. */
  readonly #admitted = new WeakSet<IncomingMessage>();
  #pages = 0;
  #others = 0;

  constructor(options: DynamicRequestOptions) {
    this.#options = options;
  }

  /** Whether a page may be looked up, filled or compiled for its visitor, or say that there is none. */
  admitPage(request: IncomingMessage): boolean {
    if (this.#take(request, 1)) return true;
    this.#pages += 1;
    return false;
  }

  /** Whether a request for anything else is handled, before its body is read. @param work What its route counts. */
  admit(request: IncomingMessage, work: number = dynamicRequestLimits.request): boolean {
    const { bodyPart, body } = dynamicRequestLimits;
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    const amount = work + (coding === undefined ? Math.min(body, Math.floor(Number(length) / bodyPart)) : body);
    if (this.#take(request, amount)) return true;
    this.#others += 1;
    return false;
  }

  isAdmitted(request: IncomingMessage): boolean {
    return this.#admitted.has(request);
  }

  metric(): Metric {
    return labelledCounter(
      {
        name: 'vitrine_dynamic_requests_refused_total',
        help: 'Requests that were refused because their network asked for more work than RATE_LIMIT_DYNAMIC_REQUESTS allows, by what they asked for.',
        labelNames: ['what'],
      },
      () => [
        { labels: { what: 'pages' }, value: this.#pages },
        { labels: { what: 'requests' }, value: this.#others },
      ],
    );
  }

  #take(request: IncomingMessage, amount: number): boolean {
    if (this.#admitted.has(request)) return true;
    const network = this.#options.readNetwork(request);
    // A page of another site would use up what its visitors' network may do.
    const whose = isEmbedded(request.headers) ? 'of other sites ' : '';
    const now = (this.#options.now ?? Date.now)();
    const { limit, siteFactor } = this.#options;
    const wider = ipv6Prefix(network);
    const reserve = (of: string, max: number): (() => void) | null => {
      // `hits` is the moment at which all that was taken is given back.
      const counter = this.#counters.open(whose + of, of, 0);
      const window = limit.windowSeconds * 1_000;
      const free = Math.max(counter.hits, now);
      const each = window / max;
      return free - now + each > window ? null : () => void (counter.hits = free + amount * each);
    };
    const own = reserve(network, limit.max);
    const around = wider === null ? undefined : reserve(wider, limit.max * siteFactor);
    if (own === null || around === null) return false;
    own();
    around?.();
    this.#admitted.add(request);
    return true;
  }
}

/** Seconds after which a refused client may come back. */
export const dynamicRetryAfter = ['Retry-After', '1'] as const;

import type { IncomingMessage } from 'node:http';
import type { Metric } from 'prom-client';
import { createLabelledCounter } from '#server/platform/observability/metrics.ts';
import { isEmbedded } from '#server/platform/requests/embedded.ts';
import type { Limit } from '#server/platform/ports.ts';
import { BoundedCounters, createCounter } from './bounded-counters.ts';
import { getIpv6Prefix } from '#server/platform/ipv6-prefix.ts';

export const dynamicRequestLimits = {
  /** Maximum tracked networks. */
  networks: 10_000,
  /** Weight of a request, except pages. */
  request: 4,
  /** Weight of an admin form: when refused, its page is rendered again. */
  adminForm: 12,
  /** Bytes of a body with weight 1. */
  bodyPart: 1_024,
  /** Maximum weight of a body: larger bodies are read only for lists of codes, which require a permission. */
  body: 32,
} as const;

export interface DynamicRequestOptions {
  readonly limit: Limit;
  /** Factor by which the /56 around a /64 may exceed its limit. */
  readonly ipv6SiteFactor: number;
  readonly readNetwork: (request: IncomingMessage) => string;
  /** Milliseconds. */
  readonly now?: () => number;
}

/**
 * Rate limit of work per network, beyond files and prepared pages (Z2). Uses the generic cell rate algorithm (ITU-T I.371), which spreads requests evenly
 * instead of resetting at window boundaries. In memory, per process.
 */
export class DynamicRequests {
  readonly #options: DynamicRequestOptions;
  readonly #counters = new BoundedCounters(dynamicRequestLimits.networks, createCounter);
  /** Of admitted requests, which count once. A property, because the garbage collector would spend a tenth of a request's time on a `WeakSet` of requests. */
  readonly #admitted = Symbol('admitted');
  #pages = 0;
  #others = 0;

  constructor(options: DynamicRequestOptions) {
    this.#options = options;
  }

  /** Admits a page that must be looked up, filled or compiled, or does not exist. */
  admitPage(request: IncomingMessage): boolean {
    if (this.#take(request, 1)) return true;
    this.#pages += 1;
    return false;
  }

  /** Admits any other request, before its body is read. @param work weight of its route */
  admit(request: IncomingMessage, work: number = dynamicRequestLimits.request): boolean {
    const { bodyPart, body } = dynamicRequestLimits;
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    const amount = work + (coding === undefined ? Math.min(body, Math.floor(Number(length) / bodyPart)) : body);
    if (this.#take(request, amount)) return true;
    this.#others += 1;
    return false;
  }

  isAdmitted(request: IncomingMessage): boolean {
    return this.#admitted in request;
  }

  metric(): Metric {
    return createLabelledCounter(
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
    if (this.isAdmitted(request)) return true;
    const network = this.#options.readNetwork(request);
    // Counted separately: pages of another site must not use up the limit of their visitors.
    const whose = isEmbedded(request.headers) ? 'of other sites ' : '';
    const now = (this.#options.now ?? Date.now)();
    const { limit, ipv6SiteFactor } = this.#options;
    const wider = getIpv6Prefix(network);
    const reserve = (of: string, max: number): (() => void) | null => {
      // `hits` holds the time at which all consumed capacity is available again.
      const counter = this.#counters.open(whose + of, of, 0);
      const window = limit.windowSeconds * 1_000;
      const free = Math.max(counter.hits, now);
      const each = window / max;
      return free - now + each > window ? null : () => void (counter.hits = free + amount * each);
    };
    const own = reserve(network, limit.max);
    const around = wider === null ? undefined : reserve(wider, limit.max * ipv6SiteFactor);
    if (own === null || around === null) return false;
    own();
    around?.();
    Object.assign(request, { [this.#admitted]: true });
    return true;
  }
}

/** Retry delay in seconds. */
export const dynamicRetryAfter = ['Retry-After', '1'] as const;

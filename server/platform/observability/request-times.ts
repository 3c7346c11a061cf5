import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Metric } from 'prom-client';
import { type Duration, Durations } from './durations.ts';

/** What a request was for, in words that stay few whatever visitors ask for. */
export type RouteClass =
  | 'page'
  | 'navigation'
  | 'redirect'
  | 'error'
  | 'asset'
  | 'form'
  | 'preview'
  | 'graphql'
  | 'mcp'
  | 'flags'
  | 'consent'
  | 'health'
  | 'other';

/** An answer that knows when its request arrived. */
export class TimedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  readonly arrived = performance.now();
  /** Known at the latest once the request was answered. */
  routeClass: RouteClass | null = null;
  isTimed = false;
}

/** How long requests took, from their head until their answer was handed to the connection: a slow reader is nobody's fault here. */
export class RequestTimes {
  readonly #durations = new Durations({
    name: 'vitrine_http_request_duration_seconds',
    help: 'Time from the head of a request until its answer was handed over, by class of route and class of status.',
    labelNames: ['class', 'status'],
  });
  /** One look-up by a short text per request, instead of a set of labels. */
  readonly #known = new Map<RouteClass, (Duration | undefined)[]>();

  get metric(): Metric {
    return this.#durations.metric;
  }

  /**
   * To be called when an answer was handed over; only the first call counts. Development has a server of its own, whose answers are
   * not timed.
   *
   * @param routeClass Of a request that `begin` was not called for.
   */
  observe(response: ServerResponse, routeClass: RouteClass, status = response.statusCode): void {
    if (!(response instanceof TimedResponse) || response.isTimed) return;
    response.isTimed = true;
    response.routeClass ??= routeClass;
    const seconds = (performance.now() - response.arrived) / 1000;
    this.#entry(response.routeClass, Math.floor(status / 100)).observe(seconds);
  }

  /** Says what a request is for, before anybody knows how it will be answered: a form may be answered with a page. */
  begin(response: ServerResponse, routeClass: RouteClass): void {
    if (response instanceof TimedResponse) response.routeClass = routeClass;
  }

  #entry(routeClass: RouteClass, hundreds: number): Duration {
    let entries = this.#known.get(routeClass);
    if (entries === undefined) this.#known.set(routeClass, (entries = []));
    return (entries[hundreds] ??= this.#durations.of({ class: routeClass, status: `${hundreds}xx` }));
  }
}

import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Metric } from 'prom-client';
import { type Duration, Durations } from './durations.ts';

/** Class of a request, with low cardinality. */
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

/** A response with the arrival time of its request. */
export class TimedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  readonly arrived = performance.now();
  /** Known once the request was handled. */
  routeClass: RouteClass | null = null;
  isTimed = false;
}

/** Request durations from the headers until the response was handed to the connection; slow clients are not counted. */
export class RequestTimes {
  readonly #durations = new Durations({
    name: 'vitrine_http_request_duration_seconds',
    help: 'Time from the head of a request until its answer was handed over, by class of route and class of status.',
    labelNames: ['class', 'status'],
  });
  /** One lookup by a short string per request instead of a label set. */
  readonly #known = new Map<RouteClass, (Duration | undefined)[]>();

  get metric(): Metric {
    return this.#durations.metric;
  }

  /**
   * Call when a response was handed over; only the first call counts. Responses of the dev server are not measured.
   *
   * @param routeClass for requests without `begin`
   */
  observe(response: ServerResponse, routeClass: RouteClass, status = response.statusCode): void {
    if (!(response instanceof TimedResponse) || response.isTimed) return;
    response.isTimed = true;
    response.routeClass ??= routeClass;
    const seconds = (performance.now() - response.arrived) / 1000;
    this.#entry(response.routeClass, Math.floor(status / 100)).observe(seconds);
  }

  /** Sets the class of a request before its response is known: a form may be answered with a page. */
  begin(response: ServerResponse, routeClass: RouteClass): void {
    if (response instanceof TimedResponse) response.routeClass = routeClass;
  }

  #entry(routeClass: RouteClass, hundreds: number): Duration {
    let entries = this.#known.get(routeClass);
    if (entries === undefined) this.#known.set(routeClass, (entries = []));
    return (entries[hundreds] ??= this.#durations.of({ class: routeClass, status: `${hundreds}xx` }));
  }
}

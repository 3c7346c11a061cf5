import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { MatchedUrl } from '#engine/decide/match.ts';
import type { Decision, PageDecision } from '#engine/decide/types.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import type { RequestTimes, RouteClass } from '#server/platform/observability/request-times.ts';
import { getCorrelationId } from '../correlation.ts';
import { type ResponseClass, type PageCounts, getPageRouteName } from '../page-counts.ts';

/** Every n-th page is logged. */
const LOG_SAMPLE = 100;

type PageShown = Pick<PageDecision, 'document' | 'locale'>;

const routeClasses = {
  shared: 'page',
  'not-modified': 'page',
  personal: 'page',
  navigation: 'navigation',
  redirect: 'redirect',
  error: 'error',
} as const satisfies Record<ResponseClass, RouteClass>;

export interface NotesOptions {
  readonly counts: PageCounts;
  /** Records response times. */
  readonly times?: Pick<RequestTimes, 'observe'> | undefined;
  readonly log: Logger;
  /** Parses a URL. */
  readonly match: (url: string) => MatchedUrl;
  readonly experiments?: Pick<Experiments, 'sent'> | undefined;
}

/** Records responses: counters, exposures, sampled logs. Never delays a response. */
export interface PageTelemetry {
  /** A response was sent; `shown` is the page, if it was one. */
  sent(request: IncomingMessage, response: ServerResponse, answer: ResponseClass, shown?: PageShown): void;
  /** A request was rejected or failed with this status. */
  refused(response: ServerResponse, status: number): void;
  /** Logs why a page failed; returns the correlation id. */
  failed(request: IncomingMessage, error: unknown): string;
  /**
   * The decision was shown, so its exposures count.
   *
   * @param network rate limit key of the visitor
   */
  shown(decision: Decision, network: () => string): void;
}

export function createPageTelemetry({ counts, times, log, match, experiments }: NotesOptions): PageTelemetry {
  let sent = 0;

  /** Only paths of documents: other paths may contain a code, a name or an address. Never the query, which may contain tokens. */
  function loggedPath(request: IncomingMessage): string {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const {
      match: { kind },
      requested,
    } = match(path);
    return kind === 'page' || kind === 'landing' ? requested : `(${kind})`;
  }

  return {
    sent(request, response, answer, shown) {
      counts.add(answer, response.statusCode);
      if (shown !== undefined) counts.addRoute(shown);
      times?.observe(response, routeClasses[answer]);
      sent += 1;
      if (sent % LOG_SAMPLE !== 1) return;
      const [id, path] = [getCorrelationId(request), loggedPath(request)];
      const route = shown && getPageRouteName(shown);
      log.info({ id, path, route, status: response.statusCode, answer, sample: LOG_SAMPLE }, 'page');
    },
    refused(response, status) {
      counts.add('error', status);
      times?.observe(response, 'error', status);
    },
    failed(request, error) {
      const id = getCorrelationId(request);
      log.error({ err: error, id, path: loggedPath(request) }, 'A page could not be sent.');
      return id;
    },
    shown(decision, network) {
      const { exposures, featureUsage, withdrawn, surplus } = decision;
      const isNoted = featureUsage !== undefined || withdrawn !== undefined || surplus !== undefined;
      if (isNoted || exposures.length > 0) experiments?.sent(decision, network);
    },
  };
}

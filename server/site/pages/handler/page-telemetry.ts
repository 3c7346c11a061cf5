import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { MatchedUrl } from '#engine/decide/match.ts';
import type { Decision, PageDecision } from '#engine/decide/types.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import type { RequestTimes, RouteClass } from '#server/platform/observability/request-times.ts';
import { correlationId } from '../correlation.ts';
import { type AnswerClass, type PageCounts, pageRouteName } from '../page-counts.ts';

/** One page in so many is written to the log. */
const LOG_SAMPLE = 100;

type PageShown = Pick<PageDecision, 'document' | 'locale'>;

const routeClasses = {
  shared: 'page',
  'not-modified': 'page',
  personal: 'page',
  navigation: 'navigation',
  redirect: 'redirect',
  error: 'error',
} as const satisfies Record<AnswerClass, RouteClass>;

export interface NotesOptions {
  readonly counts: PageCounts;
  /** Gets how long answers took. */
  readonly times?: Pick<RequestTimes, 'observe'> | undefined;
  readonly log: Logger;
  /** What a URL points at. */
  readonly match: (url: string) => MatchedUrl;
  readonly experiments?: Pick<Experiments, 'sent'> | undefined;
}

/** What is remembered of an answer: counters, exposures, a sample in the log. Nothing of it ever holds up a visitor. */
export interface PageTelemetry {
  /** An answer was written; `shown` is the page, when it was one. */
  sent(request: IncomingMessage, response: ServerResponse, answer: AnswerClass, shown?: PageShown): void;
  /** A request was refused, or could not be answered, with this status. */
  refused(response: ServerResponse, status: number): void;
  /** Why a page could not be sent; returns the id under which the log reports it. */
  failed(request: IncomingMessage, error: unknown): string;
  /**
   * The decision was shown, so that its exposures count.
   *
   * @param network the unit that limits count the visitor by
   */
  shown(decision: Decision, network: () => string): void;
}

export function createPageTelemetry({ counts, times, log, match, experiments }: NotesOptions): PageTelemetry {
  let sent = 0;

  /** Only paths of documents: whatever else a visitor asks for may be a code, a name or an address. Never the query: tokens travel in it. */
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
      const route = shown && pageRouteName(shown);
      if (route !== undefined) counts.addRoute(route);
      times?.observe(response, routeClasses[answer]);
      sent += 1;
      if (sent % LOG_SAMPLE !== 1) return;
      const [id, path] = [correlationId(request), loggedPath(request)];
      log.info({ id, path, route, status: response.statusCode, answer, sample: LOG_SAMPLE }, 'page');
    },
    refused(response, status) {
      counts.add('error', status);
      times?.observe(response, 'error', status);
    },
    failed(request, error) {
      const id = correlationId(request);
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

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { FormState } from '#engine/compile/types.ts';
import type { MatchedUrl } from '#engine/decide/match.ts';
import type { Decision, Facts, PageDecision, SetCookie } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { getRateLimitKey } from '#server/platform/limits/rate-limit.ts';
import { type DynamicRequests, dynamicRetryAfter } from '#server/platform/limits/dynamic-requests.ts';
import { retryAfterHeader, type LoadShedder } from '#server/platform/limits/shedding.ts';
import type { RequestTimes } from '#server/platform/observability/request-times.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import { readCorrelationId } from './correlation.ts';
import { createEdge } from './edge.ts';
import { createSendErrorPage, type SendErrorPage, writeBuiltInPage } from './error-page.ts';
import { isPageRequestUrl, validateRequest } from './handler/validate-request.ts';
import { createDeciders, type DecidedPage } from './handler/decide-page.ts';
import { createPageTelemetry } from './handler/page-telemetry.ts';
import { createSend } from './handler/send-page.ts';
import { asksForNext, createNextRequest } from './handler/next-page.ts';
import type { RedirectTarget, PageRequest } from './handler/page-request.ts';
import type { MicroCache } from './micro-cache.ts';
import type { LoadFacts } from './load-facts.ts';
import type { LoadData } from './page-data.ts';
import type { PageCounts } from './page-counts.ts';
import type { FilledFormPage, PageStore } from './page-store.ts';
import { createReadFacts, isNavigation, withoutExperiments } from './read-facts.ts';
import { createClientAddressReader } from './client-address.ts';
import { isEmbedded } from '#server/platform/requests/embedded.ts';
import { buildSecurityHeaders, type HeaderList } from './security-headers.ts';
import { writeCookie } from '#server/site/sessions/cookies.ts';
import type { ReadVisitor } from '#server/site/visitors/read-visitor.ts';
import { writePage, writeRedirect, type WriteOptions } from './write-page.ts';

export interface PageHandlerOptions {
  readonly settings: Pick<
    Settings,
    | 'publicOrigin'
    | 'basePath'
    | 'countryHeader'
    | 'trustedProxies'
    | 'edgeCache'
    | 'sharedCacheSeconds'
    | 'hsts'
    | 'listed'
  >;
  readonly site: () => Site;
  readonly pages: PageStore;
  readonly match: (url: string, site: Site) => MatchedUrl;
  readonly decide: (matched: MatchedUrl, facts: Facts, site: Site) => Decision;
  readonly loadFacts: LoadFacts;
  /** Loads data of blocks; default: no data. */
  readonly loadData?: LoadData | undefined;
  readonly readVisitor: ReadVisitor;
  /** Assigns and counts variations; default: no experiments. */
  readonly experiments?: Pick<Experiments, 'facts' | 'sent' | 'admit'>;
  /** Whether a visitor may see the debug bar; default: never. */
  readonly mayDebug?: (facts: Facts) => Promise<boolean>;
  /** Whether a path (without base path and language) belongs to the router, such as `/assets/x.js`. */
  readonly isReserved: (path: string) => boolean;
  readonly counts: PageCounts;
  /** Records response times. */
  readonly times?: Pick<RequestTimes, 'observe'>;
  readonly log: Logger;
  /** Development sends pages uncompressed. */
  readonly compressed: boolean;
  /** See `ErrorPageOptions`. */
  readonly builtInHead?: (() => string) | undefined;
  /** Whether the server is shutting down: connections close after their response. */
  readonly closing: () => boolean;
  /** Whether to shed pages that must be compiled or filled; default: never. */
  readonly loadShedder?: LoadShedder;
  /** Rate limit of pages that are looked up, filled or compiled; default: none. */
  readonly dynamicRequests?: Pick<DynamicRequests, 'admitPage' | 'isAdmitted'>;
  /** Repeats responses within a second; see `isMicroCacheSupported`. */
  readonly microCache?: MicroCache | undefined;
  /** Additional headers of a page. */
  readonly buildHeaders?: (decision: PageDecision, site: Site) => HeaderList;
  /** Ids of form documents without free places; default: none. */
  readonly fullForms?: (() => ReadonlySet<string>) | undefined;
  /** Number of the live publication; default: 0. */
  readonly published?: () => number;
}

/** A page for one visitor that was decided elsewhere: the response to a form. */
export interface FormResponsePage {
  readonly decision: PageDecision;
  readonly status: number;
  /** Submitted values and errors; such a page is compiled for this response. */
  readonly formState?: FormState;
  readonly headers?: HeaderList;
  readonly cookies?: readonly SetCookie[];
  /** Data of its blocks by block id; excludes `formState`. */
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface PageHandler {
  /** Handles a page request and returns true; returns false for requests of the router. Never throws. */
  send(request: IncomingMessage, response: ServerResponse): boolean;
  readonly sendError: SendErrorPage;
  /** Responds 503. */
  sendServiceUnavailable(request: IncomingMessage, response: ServerResponse): void;
  /** Responds 429. */
  sendTooMany(request: IncomingMessage, response: ServerResponse): void;
  /** Sends a page for one visitor. Never rejects. */
  sendAnswer(request: IncomingMessage, response: ServerResponse, site: Site, answer: FormResponsePage): Promise<void>;
  /**
   * Responds to a form sent by script: with the redirect target's page if the client prefers it and it can be sent, which saves a round trip, otherwise with
   * its address. Never throws.
   */
  sendRedirectTarget(request: IncomingMessage, response: ServerResponse, next: RedirectTarget): void;
}

/** Handles page requests before the router: admit, decide, send, record. */
export function createPageHandler(options: PageHandlerOptions): PageHandler {
  const { settings, site, pages, match, log, experiments } = options;
  const constants = buildSecurityHeaders(settings);
  const readFacts = createReadFacts(
    settings,
    options.readVisitor,
    experiments?.facts,
    experiments?.admit,
    options.fullForms,
  );
  const readSender = createClientAddressReader(settings.trustedProxies);
  const cookieScope = { basePath: settings.basePath, secure: settings.publicOrigin.startsWith('https:') };
  const network = ({ request }: PageRequest): string => getRateLimitKey(readSender(request).address);
  const isOverLimit = ({ request, next }: Partial<Pick<PageRequest, 'next'>> & Pick<PageRequest, 'request'>): boolean =>
    next === undefined && options.dynamicRequests?.admitPage(request) === false;

  const write = (request: IncomingMessage | null, now: number): WriteOptions => {
    const correlation = request && readCorrelationId(request);
    return {
      constants,
      extra: options.closing() ? CLOSE : NOTHING,
      echo: correlation ? ['X-Correlation-ID', correlation] : NOTHING,
      cookieScope,
      now,
      sharedCacheSeconds: settings.sharedCacheSeconds,
      published: options.published?.() ?? 0,
      compressed: options.compressed,
      microCache: options.microCache,
    };
  };
  const sendErrorPage = createSendErrorPage({
    site,
    pages,
    write: () => write(null, Date.now()),
    onFailure: (error) => log.error({ err: error }, 'The error document failed to render; the built-in page was sent.'),
    builtInHead: options.builtInHead,
  });
  const notes = createPageTelemetry({
    counts: options.counts,
    times: options.times,
    log,
    match: (url) => match(url, site()),
    experiments,
  });
  const { decidePage, decideWithFacts } = createDeciders({
    ...options,
    mayDebug: options.mayDebug,
    readNetwork: network,
  });
  const sendVisit = createSend({
    pages,
    edge: createEdge(settings),
    notes,
    write: ({ request, facts, next }) => {
      const base = write(request, facts.now);
      return next === undefined ? base : { ...base, extra: [...base.extra, ...headersOfNext(next)] };
    },
    readNetwork: network,
    loadData: options.loadData,
    loadShedder: options.loadShedder,
    isOverLimit,
    tooMany: ({ request, response }) => sendTooMany(request, response),
    buildHeaders: options.buildHeaders,
    refuse: (pageRequest, status, headers) =>
      pageRequest.next === undefined
        ? refuse(pageRequest.request, pageRequest.response, status, headers)
        : redirectToNext(pageRequest, pageRequest.next),
    busy: (pageRequest) =>
      pageRequest.next === undefined
        ? sendServiceUnavailable(pageRequest.request, pageRequest.response)
        : redirectToNext(pageRequest, pageRequest.next),
    fail: failVisit,
    withoutVariations(pageRequest, { variations }, error) {
      log.error({ err: error, variations }, 'A variation could not be rendered; the tested document was sent.');
      dispatch(pageRequest, decideWithFacts({ ...pageRequest, facts: withoutExperiments(pageRequest.facts) }));
    },
  });

  const sendError: SendErrorPage = async (request, response, status, headers) => {
    if (mayHaveErrorPage(request, response)) await sendErrorPage(request, response, status, headers);
  };

  function refuse(request: IncomingMessage, response: ServerResponse, status: number, headers?: HeaderList): void {
    if (!mayHaveErrorPage(request, response)) return;
    notes.refused(response, status);
    void sendErrorPage(request, response, status, headers);
  }

  /** Whether an error page may be rendered: it costs as much as others, so it counts against the rate limit, unless the request has been counted. */
  function mayHaveErrorPage(request: IncomingMessage, response: ServerResponse): boolean {
    const { dynamicRequests } = options;
    if (dynamicRequests === undefined || response.headersSent || dynamicRequests.isAdmitted(request)) return true;
    if (isEmbedded(request.headers)) sendForbidden(request, response);
    else if (dynamicRequests.admitPage(request)) return true;
    else sendTooMany(request, response);
    return false;
  }

  /** Embedded requests get an empty response, because it is never read. */
  function sendForbidden(request: IncomingMessage, response: ServerResponse): void {
    sendAtNoCost(request, response, 403);
  }

  const sendServiceUnavailable = (request: IncomingMessage, response: ServerResponse): void =>
    sendAtNoCost(request, response, 503, retryAfterHeader);
  const sendTooMany = (request: IncomingMessage, response: ServerResponse): void =>
    sendAtNoCost(request, response, 429, dynamicRetryAfter);

  function sendAtNoCost(
    request: IncomingMessage,
    response: ServerResponse,
    status: 403 | 429 | 503,
    headers: HeaderList = NOTHING,
  ): void {
    notes.refused(response, status);
    const { extra, echo } = write(request, Date.now());
    writeBuiltInPage(request, response, status, [...constants, ...extra, ...echo, ...headers]);
  }

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    refuse(request, response, 500, ['X-Correlation-ID', notes.failed(request, error)]);
  }

  function failVisit(pageRequest: Pick<PageRequest, 'request' | 'response' | 'next'>, error: unknown): void {
    const { request, response, next } = pageRequest;
    if (next === undefined) return fail(request, response, error);
    notes.failed(request, error);
    redirectToNext(pageRequest, next);
  }

  function redirectToNext(
    { request, response }: Pick<PageRequest, 'request' | 'response'>,
    { location, cookies }: RedirectTarget,
  ): void {
    const decision = { kind: 'redirect', status: 303, location, cookies, vary: [], exposures: [] } as const;
    writeRedirect(request, response, decision, true, write(request, Date.now()));
  }

  const headersOfNext = ({ location, cookies }: RedirectTarget): HeaderList => [
    'Content-Location',
    location,
    ...cookies.flatMap((cookie) => ['Set-Cookie', writeCookie(cookie, cookieScope)]),
  ];

  function answer(request: IncomingMessage, response: ServerResponse, url: string): void {
    const refusal = validateRequest(request, url);
    if (refusal !== null) return refuse(request, response, refusal.status, refusal.headers);
    const current = site();
    const matched = match(url, current);
    if (isCounted(matched, matched.meant ?? url)) {
      if (isEmbedded(request.headers)) return sendForbidden(request, response);
      if (isOverLimit({ request })) return sendTooMany(request, response);
    }
    const pageRequest = createVisit(request, response, url, current, matched);
    dispatch(pageRequest, decidePage(pageRequest));
  }

  /** Whether a page request counts against the rate limit: lookups, compilations and unknown addresses. */
  function isCounted({ match: { needs, kind } }: MatchedUrl, url: string): boolean {
    return needs.length > 0 || kind === 'not-found' || url.includes('?');
  }

  function createVisit(
    request: IncomingMessage,
    response: ServerResponse,
    url: string,
    current = site(),
    matched = match(url, current),
  ): PageRequest {
    const facts = readFacts(request, matched.meant ?? url, Date.now());
    return { request, response, site: current, matched, facts };
  }

  function dispatch(pageRequest: PageRequest, decided: DecidedPage | Promise<DecidedPage>): void {
    if (!(decided instanceof Promise)) return sendVisit(decided);
    decided.then(sendVisit).catch((error: unknown) => failVisit(pageRequest, error));
  }

  async function sendAnswer(
    request: IncomingMessage,
    response: ServerResponse,
    current: Site,
    once: FormResponsePage,
  ): Promise<void> {
    try {
      const { decision, status, headers = NOTHING, cookies = [] } = once;
      const { page, values } = await loadAnswer(current, once, isNavigation(request.url ?? ''));
      const base = write(request, Date.now());
      const filled = { ...decision.values, ...values };
      const answered = {
        ...decision,
        values: filled,
        status,
        cookies,
        personal: true,
        cacheScope: undefined,
        indexable: false,
      };
      const written = { ...base, extra: [...base.extra, ...headers] };
      notes.sent(request, response, writePage(request, response, page, answered, written), decision);
    } catch (error) {
      fail(request, response, error);
    }
  }

  async function loadAnswer(
    current: Site,
    { decision, formState, data }: FormResponsePage,
    navigation: boolean,
  ): Promise<FilledFormPage> {
    const representation = navigation ? 'navigation' : 'page';
    if (formState !== undefined) return pages.loadWithForm(current, decision, formState, representation);
    const page =
      data === undefined
        ? pages.load(current, decision, representation)
        : pages.loadWithData(current, decision, data, representation);
    return { page: await page, values: {} };
  }

  return {
    send(request, response) {
      const url = request.url ?? '/';
      if (!isPageRequestUrl(url, settings.basePath, options.isReserved)) return false;
      try {
        answer(request, response, url);
      } catch (error) {
        fail(request, response, error);
      }
      return true;
    },
    sendError,
    sendServiceUnavailable,
    sendTooMany,
    sendAnswer,
    sendRedirectTarget(sent, response, next) {
      const request = createNextRequest(sent, next);
      const url = request.url ?? '/';
      const isPage =
        isPageRequestUrl(url, settings.basePath, options.isReserved) && validateRequest(request, url) === null;
      // `Content-Location` has no fragment (RFC 9110, 8.7).
      if (!isPage || next.location.includes('#') || !asksForNext(sent))
        return redirectToNext({ request, response }, next);
      try {
        const pageRequest = { ...createVisit(request, response, url), next };
        dispatch(pageRequest, decidePage(pageRequest));
      } catch (error) {
        failVisit({ request, response, next }, error);
      }
    },
  };
}

const NOTHING: HeaderList = [];
const CLOSE: HeaderList = ['Connection', 'close'];

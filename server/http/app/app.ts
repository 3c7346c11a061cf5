import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import { type HealthCheck, createReadiness } from '#server/platform/observability/health.ts';
import { type DynamicRequests, dynamicRetryAfter } from '#server/platform/limits/dynamic-requests.ts';
import type { LoadShedder } from '#server/platform/limits/shedding.ts';
import { type RequestTimes, TimedResponse } from '#server/platform/observability/request-times.ts';
import type { TraceRequest } from '#server/platform/observability/telemetry.ts';
import type { Metrics } from '#server/platform/observability/metrics.ts';
import { getCorrelationId, readCorrelationId } from '#server/site/pages/correlation.ts';
import type { PageHandler } from '#server/site/pages/page-handler.ts';
import { isEmbedded } from '#server/platform/requests/embedded.ts';
import { closedPolicy, buildSecurityHeaders } from '#server/site/pages/security-headers.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { SiteStore } from '#server/site/store/site-store.ts';
import { addAssets, type AssetOptions } from './assets.ts';
import { handleClientError } from './client-errors.ts';
import { createHostCheck, sendMisdirected } from './direct-requests.ts';
import { admitRequest, connectionOptions, limitConnections } from './guard-connection.ts';
import { isUnambiguous, sendBadRequest } from './malformed-requests.ts';
import { addSecurityTxt } from './security-txt.ts';
import { classifyRoute } from './classify-route.ts';
import { buildRobots, buildSitemap } from './search-engines.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Weight in the limit of dynamic requests; default: that of most routes. */
    readonly work?: number;
  }
}

export interface AppOptions extends AssetOptions {
  readonly settings: Pick<Settings, 'basePath' | 'publicOrigin' | 'mode' | 'hsts' | 'listed' | 'securityContacts'>;
  readonly pageHandler: PageHandler;
  readonly holder: SiteStore;
  /** Served beside the pages; `null` when disabled or on a port of their own. */
  readonly metrics: Metrics | null;
  /** Health checks of all modules, see `readiness`. */
  readonly health: readonly HealthCheck[];
  /** Records response times. */
  readonly times?: RequestTimes;
  /** Wraps each request in a span; default: no tracing. */
  readonly traceRequest?: TraceRequest | undefined;
  readonly log: Logger;
  readonly draining: () => boolean;
  /** Whether to shed pages that respond 404; default: never. */
  readonly loadShedder?: LoadShedder | undefined;
  /** Rate limit of dynamic requests per network; default: none. */
  readonly dynamicRequests?: Pick<DynamicRequests, 'admit' | 'admitPage'>;
  /** Development: the HTTP server of the tools, and a handler that runs before the router. */
  readonly development?: {
    readonly server: Server;
    readonly middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  };
  /** Whether a request opens a WebSocket; other upgrade requests are handled without the upgrade. Default: none does. */
  readonly takesUpgrade?: (request: IncomingMessage) => boolean;
  /** Further routes below the base path. */
  readonly routes?: (app: FastifyInstance) => void | Promise<void>;
}

/** The HTTP server: pages first, all other requests through Fastify. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { settings, pageHandler } = options;
  const isAnswered = createHostCheck(settings);
  const loggerInstance: FastifyBaseLogger = options.log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    genReqId: getCorrelationId,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    return503OnClosing: false,
    exposeHeadRoutes: true,
    // Malformed paths are not found.
    frameworkErrors: (_error, request, reply) => {
      reply.hijack();
      void pageHandler.sendError(request.raw, reply.raw, 404);
    },
    clientErrorHandler: handleClientError,
    routerOptions: { maxParamLength: 500 },
    serverFactory: (handler): Server => {
      const { development } = options;
      const { takesUpgrade = () => false } = options;
      const shouldUpgradeCallback = (request: IncomingMessage): boolean =>
        isUnambiguous(request) && isAnswered(request) && takesUpgrade(request);
      const server: Server =
        development?.server ??
        createServer({ ...connectionOptions, shouldUpgradeCallback, ServerResponse: TimedResponse });
      const answer = (request: IncomingMessage, response: ServerResponse): void => {
        if (!isAnswered(request)) return sendMisdirected(response);
        if (pageHandler.send(request, response)) return;
        if (development === undefined) handler(request, response);
        else development.middleware(request, response, () => handler(request, response));
      };
      const { traceRequest } = options;
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        if (!admitRequest(request, response)) return;
        if (!isUnambiguous(request)) return sendBadRequest(response);
        if (traceRequest === undefined) answer(request, response);
        else traceRequest(request, response, () => answer(request, response));
      });
      limitConnections(server);
      return server;
    },
  });
  // Each route with a body declares its content types.
  app.removeAllContentTypeParsers();
  addHeaders(app, options);
  limitRequests(app, options);
  if (options.times !== undefined) timeRoutes(app, options.times, settings.basePath);
  addErrors(app, options);
  // At the root of the host, also with a base path (RFC 9116, 3).
  addSecurityTxt(app, { settings, languages: () => options.holder.current.config.locales.available });
  await app.register(
    async (inner) => {
      addHealth(inner, options);
      addSearchEngines(inner, options);
      await inner.register(async (assets) => addAssets(assets, settings, options));
      await options.routes?.(inner);
      inner.get('/acquisition/error/404', (request, reply) => {
        reply.hijack();
        return pageHandler.sendError(request.raw, reply.raw, 404);
      });
    },
    { prefix: settings.basePath.slice(0, -1) },
  );
  return app;
}

function addHeaders(app: FastifyInstance, { settings, draining }: AppOptions): void {
  const constants = buildSecurityHeaders(settings);
  app.addHook('onRequest', async (_request, reply) => {
    for (let i = 0; i < constants.length; i += 2) reply.header(constants[i] ?? '', constants[i + 1]);
    reply.header('Content-Security-Policy', closedPolicy);
    if (draining()) reply.header('Connection', 'close');
  });
  app.addHook('onSend', async (request, reply) => {
    // Cacheable responses must not contain anything taken from the request.
    const isUncacheable = /no-store/.test(String(reply.getHeader('cache-control')));
    if (isUncacheable && readCorrelationId(request.raw) !== null) reply.header('X-Correlation-ID', request.id);
  });
}

/** Cheap routes, and health checks that load balancers need at all times. */
const STATIC = ['/assets/', '/livez', '/readyz'];

/** Rate limits all other routes, including unknown addresses, before any other work. */
function limitRequests(
  app: FastifyInstance,
  { pageHandler, settings: { basePath }, dynamicRequests }: AppOptions,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = request.routeOptions.url?.slice(basePath.length - 1);
    if (dynamicRequests === undefined || STATIC.some((prefix) => path?.startsWith(prefix) === true)) return undefined;
    if (isEmbeddedUnread(request.raw)) return reply.code(403).header('Cache-Control', 'no-store').send();
    const isPage = path === undefined && isRead(request.raw);
    if (
      isPage
        ? dynamicRequests.admitPage(request.raw)
        : dynamicRequests.admit(request.raw, request.routeOptions.config.work)
    )
      return undefined;
    if (wantsJson(request.url, basePath)) {
      // In the error format of the API (GraphQL over HTTP).
      const errors = [{ message: tooMany, extensions: { code: 'TOO_MANY_REQUESTS' } }];
      const body = path?.startsWith('/graphql') === true ? { errors } : { error: tooMany };
      return reply
        .code(429)
        .headers({ 'Cache-Control': 'no-store', [dynamicRetryAfter[0]]: dynamicRetryAfter[1] })
        .send(body);
    }
    reply.hijack();
    pageHandler.sendTooMany(request.raw, reply.raw);
    return reply;
  });
}

/** Requests embedded by other sites are not counted, since they would count against the visitor; requests that may read by CORS are counted separately. */
function isEmbeddedUnread({ headers }: IncomingMessage): boolean {
  const isReadByScript = headers['sec-fetch-dest'] === 'empty' && headers['sec-fetch-mode'] === 'cors';
  return isEmbedded(headers) && !isReadByScript;
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

const tooMany = 'Too many requests. Please retry in a second.';

/** Records response times of everything but pages. */
function timeRoutes(app: FastifyInstance, times: RequestTimes, basePath: string): void {
  app.addHook('onRequest', async (request, reply) =>
    times.begin(reply.raw, classifyRoute(request.routeOptions.url, basePath)),
  );
  app.addHook('onResponse', async (_request, reply) => times.observe(reply.raw, 'other'));
}

/** API paths get JSON errors, others an HTML page. */
function wantsJson(url: string, basePath: string): boolean {
  const path = url.slice(basePath.length - 1);
  return /^\/(?:api|graphql|sub)(?:[/?]|$)/.test(path);
}

/** Maximum characters of an address; GraphQL queries may be part of it. */
const MAX_URL = 8_192;

function addErrors(app: FastifyInstance, { pageHandler, log, settings, loadShedder }: AppOptions): void {
  const notFound = (request: FastifyRequest, reply: FastifyReply): unknown => {
    if (wantsJson(request.url, settings.basePath))
      return reply.code(404).header('Cache-Control', 'no-store').send({ error: 'There is nothing at this address.' });
    reply.hijack();
    if (loadShedder?.('pages') !== true) return pageHandler.sendError(request.raw, reply.raw, 404);
    pageHandler.sendServiceUnavailable(request.raw, reply.raw);
    return reply;
  };
  app.setNotFoundHandler(notFound);
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.length > MAX_URL) {
      reply.hijack();
      return pageHandler.sendError(request.raw, reply.raw, 414);
    }
    // Respond before Fastify checks the content type or reads a body that no route accepts.
    return request.is404 ? notFound(request, reply) : undefined;
  });
  app.setErrorHandler((error, request, reply) => {
    const status = readStatus(error);
    if (status >= 500) log.error({ err: error, id: request.id, path: withoutToken(request.url) }, 'A request failed.');
    if (wantsJson(request.url, settings.basePath)) {
      return reply
        .code(status)
        .header('Cache-Control', 'no-store')
        .send({ error: describeStatus(status), id: request.id });
    }
    reply.hijack();
    return pageHandler.sendError(request.raw, reply.raw, status, ['X-Correlation-ID', request.id]);
  });
}

/** The path of a request for logs: the query may contain a token, and so does the address of a preview. */
const withoutToken = (url: string): string => (url.split('?', 1)[0] ?? '').replace(/(\/do\/preview\/)[^/]+/, '$1…');

function readStatus(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' && status >= 400 && status <= 599 ? status : 500;
}

function addHealth(app: FastifyInstance, { health, metrics }: AppOptions): void {
  app.get('/livez', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ alive: true }));
  app.get('/readyz', (_request, reply) => {
    const { details, ...state } = createReadiness(health);
    return reply
      .code(state.ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({ ...state, ...details });
  });
  if (metrics === null) return;
  app.get('/metrics', async (_request, reply) =>
    reply
      .header('Cache-Control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.read()),
  );
}

/** Cache lifetime of a list in milliseconds: time windows may open and close meanwhile. */
const LIST_LIFETIME_MS = 60_000;

function addSearchEngines(app: FastifyInstance, { holder, settings: { listed } }: AppOptions): void {
  let list = { revision: '', until: 0, sitemap: '', robots: '' };
  const current = (): typeof list => {
    const site = holder.current;
    const now = Date.now();
    if (list.revision !== site.revision || list.until < now) {
      list = {
        revision: site.revision,
        until: now + LIST_LIFETIME_MS,
        sitemap: buildSitemap(site, now),
        robots: buildRobots(site, listed),
      };
    }
    return list;
  };
  if (listed)
    app.get('/sitemap.xml', (_request, reply) =>
      reply
        .type('application/xml; charset=utf-8')
        .header('Cache-Control', 'public, max-age=60')
        .send(current().sitemap),
    );
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('Cache-Control', 'public, max-age=60').send(current().robots),
  );
}

function describeStatus(status: number): string {
  if (status >= 500) return 'Unexpected error.';
  return status === 413
    ? 'The request is larger than this address accepts. Nothing was done: send less at once.'
    : 'The request was not understood.';
}

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EXPOSURES_PATH, exposureQuery } from '#engine/shared/exposures-path.ts';
import type { Exposure } from '#engine/decide/experiments/index.ts';
import type { Site } from '#engine/documents/types.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import { isSameOrigin } from '#server/platform/requests/same-origin.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import { createReadCountry } from '#server/site/pages/read-facts.ts';
import { writeCookie } from '#server/site/sessions/cookies.ts';
import type { ReadVisitor } from '#server/site/visitors/read-visitor.ts';

export interface ExposuresRouteOptions {
  readonly settings: Pick<Settings, 'publicOrigin' | 'basePath' | 'countryHeader' | 'trustedProxies'>;
  readonly site: () => Site;
  readonly experiments: Pick<Experiments, 'seen'>;
  readonly readVisitor: ReadVisitor;
  /** Rate limit key of a request. */
  readonly readNetwork: (request: IncomingMessage) => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

type Request = FastifyRequest<{ Querystring: Readonly<Record<string, unknown>> }>;

/**
 * `POST /api/seen?of=<experiment>&in=<locale>` counts an exposure when the tested block was seen. `GET` is the tracking pixel for browsers without
 * JavaScript: the page was sent. Visitors are identified by cookies; without them, and for repeated requests, it is a no-op.
 * 204 always, 403 for pages of another site.
 */
export function addExposuresRoute(
  app: FastifyInstance,
  { settings, site, experiments, readVisitor, readNetwork, now }: ExposuresRouteOptions,
): void {
  const readCountry = createReadCountry(settings);
  const secure = settings.publicOrigin.startsWith('https:');
  const answer = (
    request: Request,
    reply: FastifyReply,
    shown: NonNullable<Exposure['attributes']['shown']>,
  ): FastifyReply => {
    const { locales, defaultLocale } = createRouteTable(site());
    const {
      [exposureQuery.experiment]: experiment,
      [exposureQuery.locale]: locale,
      [exposureQuery.webView]: inApp,
    } = request.query;
    const { headers } = request;
    const at = now();
    const cookies = experiments.seen({
      experiment: String(experiment ?? ''),
      shown,
      ...readVisitor(headers.cookie, at),
      locale: locales.get(String(locale ?? '')) ?? defaultLocale,
      userAgent: headers['user-agent'] ?? '',
      country: readCountry(request.raw).country,
      webView: inApp === '1',
      network: readNetwork(request.raw),
      now: at,
    });
    if (cookies.length > 0)
      reply.header(
        'Set-Cookie',
        cookies.map((cookie) => writeCookie(cookie, { basePath: settings.basePath, secure })),
      );
    return reply.header('Cache-Control', 'private, no-store').code(204).send();
  };
  const refuse = (reply: FastifyReply): FastifyReply => reply.header('Cache-Control', 'no-store').code(403).send();
  app.post<{ Querystring: Request['query'] }>(`/${EXPOSURES_PATH}`, { bodyLimit: 1 }, (request, reply) =>
    isSameOrigin(request.headers, settings.publicOrigin) ? answer(request, reply, 'block') : refuse(reply),
  );
  // The tracking pixel. Browsers without `Sec-Fetch-Site` send no cookies from other sites.
  app.get<{ Querystring: Request['query'] }>(`/${EXPOSURES_PATH}`, { exposeHeadRoute: false }, (request, reply) =>
    (request.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'
      ? answer(request, reply, 'page')
      : refuse(reply),
  );
}

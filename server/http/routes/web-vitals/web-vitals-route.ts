import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WEB_VITALS_PATH, webVitalsQuery } from '#engine/shared/web-vitals-path.ts';
import { createPerMinuteLimiter } from '#server/platform/limits/per-minute-limiter.ts';
import { isSameOrigin } from '#server/platform/requests/same-origin.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import type { ReadVisitor } from '#server/site/visitors/read-visitor.ts';

export interface WebVitalsRouteOptions {
  readonly settings: Pick<Settings, 'publicOrigin'>;
  readonly experiments: Pick<Experiments, 'painted'>;
  readonly readVisitor: ReadVisitor;
  readonly readNetwork: (request: FastifyRequest['raw']) => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Reports per network and minute. */
const PER_MINUTE = 60;
/** Larger values are implausible; milliseconds. */
const MAX_MS = 60_000;

/**
 * `POST /api/paint?of=<route>&ms=<milliseconds>`: largest contentful paint of a page. Cookies identify the variation. 204 accepted or ignored, 400
 * invalid value, 403 page of another site, 429 more than 60 reports of a network within a minute.
 */
export function addWebVitalsRoute(
  app: FastifyInstance,
  { settings, experiments, readVisitor, readNetwork, now }: WebVitalsRouteOptions,
): void {
  const fits = createPerMinuteLimiter(PER_MINUTE, now);
  app.post<{ Querystring: Readonly<Record<string, unknown>> }>(
    `/${WEB_VITALS_PATH}`,
    { bodyLimit: 1 },
    (request, reply) => {
      void reply.header('Cache-Control', 'no-store');
      if (!isSameOrigin(request.headers, settings.publicOrigin)) return reply.code(403).send();
      if (!fits(readNetwork(request.raw))) return reply.code(429).header('Retry-After', '60').send();
      const { [webVitalsQuery.route]: route, [webVitalsQuery.milliseconds]: milliseconds } = request.query;
      if (typeof route !== 'string' || typeof milliseconds !== 'string' || !/^\d{1,6}$/.test(milliseconds))
        return reply.code(400).send();
      const [document = ''] = route.split('___', 1);
      if (Number(milliseconds) <= MAX_MS)
        experiments.painted({
          document,
          milliseconds: Number(milliseconds),
          ...readVisitor(request.headers.cookie, now()),
          userAgent: request.headers['user-agent'] ?? '',
        });
      return reply.code(204).send();
    },
  );
}

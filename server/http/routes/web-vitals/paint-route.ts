import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PAINT_PATH, paintQuery } from '#engine/shared/paint-path.ts';
import { perMinuteLimiter } from '#server/platform/limits/per-minute-limiter.ts';
import { isSameOrigin } from '#server/platform/requests/same-origin.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import type { ReadVisitor } from '#server/site/visitors/read-visitor.ts';

export interface PaintRouteOptions {
  readonly settings: Pick<Settings, 'publicOrigin'>;
  readonly experiments: Pick<Experiments, 'painted'>;
  readonly readVisitor: ReadVisitor;
  readonly readNetwork: (request: FastifyRequest['raw']) => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Pages that a network may report. */
const PER_MINUTE = 60;
/** Nobody looks at an empty page for longer; milliseconds. */
const MAX_MS = 60_000;

/**
 * `POST /api/paint?of=<route>&ms=<milliseconds>`: when the largest content of a page was painted on a visitor's screen. Whose variation it counts for
 * is in the cookies. 204 taken or of no use, 400 not a figure, 403 another site's page, 429 the network has sent 60 within a minute.
 */
export function addPaintRoute(
  app: FastifyInstance,
  { settings, experiments, readVisitor, readNetwork, now }: PaintRouteOptions,
): void {
  const fits = perMinuteLimiter(PER_MINUTE, now);
  app.post<{ Querystring: Readonly<Record<string, unknown>> }>(`/${PAINT_PATH}`, { bodyLimit: 1 }, (request, reply) => {
    void reply.header('Cache-Control', 'no-store');
    if (!isSameOrigin(request.headers, settings.publicOrigin)) return reply.code(403).send();
    if (!fits(readNetwork(request.raw))) return reply.code(429).header('Retry-After', '60').send();
    const { [paintQuery.route]: route, [paintQuery.milliseconds]: milliseconds } = request.query;
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
  });
}

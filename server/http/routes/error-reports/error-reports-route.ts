import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ERROR_REPORTS_PATH, reportLimits } from '#engine/shared/error-reports.ts';
import type { ErrorReports } from '#server/platform/error-reports/error-reports.ts';
import { createPerMinuteLimiter } from '#server/platform/limits/per-minute-limiter.ts';
import { takeText } from '#server/platform/requests/bodies.ts';
import { isSameOrigin } from '#server/platform/requests/same-origin.ts';

export interface ErrorReportsRouteOptions {
  readonly reports: ErrorReports;
  readonly publicOrigin: string;
  readonly readNetwork: (request: FastifyRequest['raw']) => string;
  readonly now: () => number;
}

/**
 * `POST /entrance/error-reports` accepts an error report of a page of this site (T7) and forwards it; exists only with error reporting
 * configured. 204 accepted, 400 invalid report, 403 page of another site, 413 over 64 KB, 429 more than 60 reports of a network within a minute.
 */
export async function addErrorReportsRoute(app: FastifyInstance, options: ErrorReportsRouteOptions): Promise<void> {
  const fits = createPerMinuteLimiter(reportLimits.perMinute, options.now);
  await app.register(async (inner) => {
    takeText(inner);
    inner.addHook('onRequest', async (request, reply) => {
      void reply.header('Cache-Control', 'no-store');
      if (!isSameOrigin(request.headers, options.publicOrigin)) return reply.code(403).send();
      if (fits(options.readNetwork(request.raw))) return undefined;
      options.reports.drop('browser');
      return reply.code(429).header('Retry-After', '60').send();
    });
    inner.post(`/${ERROR_REPORTS_PATH}`, { bodyLimit: reportLimits.bytes }, (request, reply) => {
      const taken = typeof request.body === 'string' && options.reports.relay(request.body);
      return reply.code(taken ? 204 : 400).send();
    });
  });
}

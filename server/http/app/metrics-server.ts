import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { UserError } from '#engine/shared/errors.ts';
import type { Metrics } from '#server/platform/observability/metrics.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';

/** Maximum bytes of request headers. */
const MAX_HEADER_BYTES = 8 * 1024;

export type MetricsPlace = Exclude<Settings['metrics'], 'public' | null>;

/**
 * Serves `GET /metrics` on a port of its own, not reachable for visitors, and nothing else.
 *
 * @throws UserError when the address is not available
 */
export async function openMetricsServer(metrics: Metrics, { host, port }: MetricsPlace): Promise<Server> {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    const isAsked = request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics';
    if (!isAsked) return response.writeHead(404, { 'Cache-Control': 'no-store' }).end();
    metrics
      .read()
      .then((text) =>
        response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text),
      )
      .catch(() => response.writeHead(500).end());
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(`Metrics cannot be answered at METRICS_HOST ${host}, METRICS_PORT ${port}: ${reason}.`, {
      cause: error,
    });
  }
  return server;
}

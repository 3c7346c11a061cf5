import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { addStartupDefaults } from '#server/graphql/defaults.ts';
import { createApp } from '#server/http/app/app.ts';
import { listen } from '#server/http/app/listen.ts';
import { openMetricsServer } from '#server/http/app/metrics-server.ts';
import type { Metrics } from '#server/platform/observability/metrics.ts';
import type { Telemetry } from '#server/platform/observability/telemetry.ts';
import { setTracing } from '#server/platform/observability/tracing.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { PageStore } from '#server/site/pages/page-store.ts';
import { followSite } from './follow-site.ts';
import { routePlugins } from './route-plugins.ts';
import type { ServerOptions } from './server-options.ts';
import { createServerMetrics } from './services/create-metrics.ts';
import { createServices, type Services } from './services/create-services.ts';
import { buildHealthChecks } from './services/build-health-checks.ts';
import { startTracing } from './start-tracing.ts';
import { createGracefulShutdown, type GracefulShutdown, stopTimes } from './shutdown.ts';

export interface RunningServer {
  readonly app: FastifyInstance;
  readonly pages: PageStore;
  readonly stopper: GracefulShutdown;
  /** Such as `http://localhost:3000/`. */
  readonly url: string;
}

/** Creates the services, registers the plugins and listens. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, log, backend, errorReports, images } = options;
  const services = await createServices(options);
  const { graphql, lifecycle, limits, pages } = services;
  backend?.systemStatus?.follow({
    siteStatus: () => options.siteStore.status,
    lostReports: () => errorReports?.lostInARow ?? 0,
  });
  const metrics = createServerMetrics(services, options);
  const isTrusted = (request: Parameters<typeof limits.readSender>[0]): boolean => limits.readSender(request).trusted;
  const telemetry = await startTracing({ settings, metrics, isTrusted, log });
  const app = await createHttpApp(options, services, metrics, telemetry);
  let metricsServer: Server | null = null;
  const close = async (): Promise<void> => {
    images?.close();
    await app.close();
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    limits.close();
    await pages.close();
    await services.experiments.close();
    await backend?.close();
    setTracing(null);
    await telemetry?.stop();
    await errorReports?.close();
  };
  try {
    if (settings.metrics !== null && settings.metrics !== 'public')
      metricsServer = await openMetricsServer(metrics, settings.metrics);
    await listen(app, settings);
  } catch (error) {
    await close();
    throw error;
  }
  images?.files.makeAll();
  const sockets = graphql?.openSockets(app.server);
  const closeSockets = async (): Promise<void> => sockets?.close();
  const times = options.stopTimes ?? stopTimes[settings.mode];
  const stopper = createGracefulShutdown({
    server: app.server,
    ...times,
    readinessDelay: settings.shutdownDelayMs,
    closeSockets,
    close,
    log,
  });
  lifecycle.follow(stopper);
  if (options.development === undefined) followSite(options, pages);
  return { app, pages: pages.store, stopper, url: readUrl(app, settings) };
}

async function createHttpApp(
  options: ServerOptions,
  services: Services,
  metrics: Metrics,
  telemetry: Telemetry | null,
): Promise<FastifyInstance> {
  const { settings } = options;
  const { pageHandler, siteStore, log, limits, lifecycle, times, graphql } = services;
  const app = await createApp({
    settings,
    pageHandler,
    holder: siteStore,
    log,
    times,
    metrics: settings.metrics === 'public' ? metrics : null,
    health: buildHealthChecks(services),
    traceRequest: telemetry?.traceRequest,
    draining: lifecycle.isDraining,
    loadShedder: limits.loadShedder,
    dynamicRequests: limits.dynamicRequests,
    publicDirs: options.publicDirs,
    pending: options.images,
    development: options.development,
    takesUpgrade: graphql?.takesUpgrade,
    routes: async (routes) => {
      for (const register of routePlugins) await register(routes, services, options);
    },
  });
  // Monitoring requests them at the root as well.
  if (settings.basePath !== '/') addStartupDefaults(app, settings);
  return app;
}

function readUrl(app: FastifyInstance, settings: Settings): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  return `http://${settings.host === '127.0.0.1' ? 'localhost' : settings.host}:${port}${settings.basePath}`;
}

import { addEventView } from '#server/site/debug/event-view.ts';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { decideMatched } from '#engine/decide/decide.ts';
import { matchUrl } from '#engine/decide/match.ts';
import { isReserved } from '#engine/routing/reserved.ts';
import { needDefinitions } from '#engine/decide/needs.ts';
import { journeys as deciding } from '#schemas/generated/journeys/decide.ts';
import { journeys } from '#schemas/generated/journeys/server.ts';
import { mayDebug } from '#server/site/debug/may-debug.ts';
import { enclosuresOf } from '#server/platform/mail/letter/enclosures.ts';
import { root } from '#server/platform/paths.ts';
import { addDevMail } from '#server/http/routes/dev-mailbox/routes.ts';
import { addProviderRoutes } from '#server/http/routes/admin/provider-routes.ts';
import { addAdminRoutes } from '#server/http/routes/admin/routes.ts';
import { createLoadData } from '#server/http/routes/admin/load-data.ts';
import { createDataViews } from '#server/http/routes/admin/read-view.ts';
import { addErrorReportsRoute } from '#server/http/routes/error-reports/error-reports-route.ts';
import { addConsentRoute } from '#server/http/routes/consent/consent-route.ts';
import { addConsentService } from '#server/http/routes/consent/consent-service.ts';
import { addFormRoutes } from '#server/http/routes/forms/routes.ts';
import { addSignInRoutes } from '#server/http/routes/forms/sign-in-routes.ts';
import { addPaintRoute } from '#server/http/routes/web-vitals/paint-route.ts';
import { addSeenRoute } from '#server/http/routes/exposures/seen-route.ts';
import { startExperiments } from '#server/site/experiments/experiments.ts';
import { FiredEvents } from '#server/site/tracking/fired-events.ts';
import { answeredForms } from '#server/forms/answer-form.ts';
import { createGraphqlApi } from '#server/graphql/api.ts';
import { addStartupDefaults, DEFAULTS_PATH } from '#server/graphql/defaults.ts';
import { liveGraphqlSite } from '#server/graphql/live-site.ts';
import { addGraphqlPlayground } from '#server/graphql/playground.ts';
import { createApp } from '#server/http/app/app.ts';
import { listen } from '#server/http/app/listen.ts';
import { openMetricsServer } from '#server/http/app/metrics-server.ts';
import { DynamicRequests } from '#server/platform/limits/dynamic-requests.ts';
import { networkOf } from '#server/platform/limits/rate-limit.ts';
import { createShed, noneShed } from '#server/platform/limits/shedding.ts';
import { watchEventLoop } from '#server/platform/limits/event-loop.ts';
import { FormCounts, formMetric } from '#server/http/routes/forms/form-counts.ts';
import { shedMetric } from '#server/platform/limits/shed-metric.ts';
import { createMetrics } from '#server/platform/observability/metrics.ts';
import { errorMetric } from '#server/platform/observability/repeated-errors.ts';
import { RequestTimes } from '#server/platform/observability/request-times.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { setTracing } from '#server/platform/observability/tracing.ts';
import { BackgroundEncoder } from '#server/site/pages/background-encoder.ts';
import { EncodedPageCache } from '#server/site/pages/encoded-page-cache.ts';
import { KeptAnswers, keptAnswersWork } from '#server/site/pages/kept-answers.ts';
import { createLookUp } from '#server/site/pages/look-up.ts';
import { PageCounts } from '#server/site/pages/page-counts.ts';
import { answerMetric, compileHistogram, routeMetric, templateMetrics } from '#server/site/pages/page-metrics.ts';
import { createPageFront } from '#server/site/pages/page-front.ts';
import { createReadFacts } from '#server/site/pages/read-facts.ts';
import { createReadVisitor } from '#server/site/visitors/read-visitor.ts';
import { staffWords } from '#server/admin/words.ts';
import { PageStore } from '#server/site/pages/page-store.ts';
import { createSenderReader } from '#server/site/pages/sender.ts';
import { backendMetrics } from './backend-metrics.ts';
import { startTracing } from './start-tracing.ts';
import { backendLookUps } from './look-ups.ts';
import { noteVisit } from './note-visit.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { refreshHeader } from './refresh-header.ts';
import type { ReloadOutcome, SiteStatus } from '#server/site/store/site-holder.ts';
import { retentionHealth } from '#server/platform/database/retention-state.ts';
import { siteHealth } from '#server/site/store/site-health.ts';
import { siteMetrics } from '#server/site/store/site-metrics.ts';
import type { ServerOptions } from './server-options.ts';
import { warmCurrent } from './warm-current.ts';
import { shadowedPathsMetric, watchShadowedPaths } from './watch-shadowed-paths.ts';
import { createStopper, type Stopper, stopTimes } from './stop.ts';

const formPages = journeys.map((journey) => journey.formPages ?? {});

export interface RunningServer {
  readonly app: FastifyInstance;
  readonly pages: PageStore;
  readonly stopper: Stopper;
  /** Such as `http://localhost:3000/`. */
  readonly url: string;
}

/** Puts the parts together and listens. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { settings, holder, log, development, backend } = options;
  const encoder = new BackgroundEncoder();
  const cache = new EncodedPageCache(options.pageCache);
  const compileSeconds = compileHistogram();
  const counts = new PageCounts();
  const times = new RequestTimes();
  const pages = new PageStore({
    compile: (input) => holder.compile(input),
    maxBytes: settings.pageMemory,
    built: options.builtPages,
    onCompile: (seconds) => compileSeconds.observe(seconds),
    ...(development === undefined && {
      compression: settings.pageCompression === 'quick' ? 'quick' : { encoder, cache },
    }),
  });
  // Without a backend nobody is asked about consent, and nothing of an earlier process is to be believed.
  const secrets = backend?.ports.secrets ?? deriveSecrets(randomBytes(32).toString('hex'));
  const experiments = await startExperiments({
    settings,
    secrets,
    holder,
    pages,
    database: backend?.ports.database ?? null,
    log,
    render: development === undefined && options.warm !== false,
    times: options.flagTimes,
    weights: backend?.armWeights,
    unreadyArms: backend?.unreadyArms,
    pictures: options.pictures,
  });
  const readVisitor = createReadVisitor(secrets, () => experiments.facts()?.flags);
  const events = new FiredEvents({
    experiments,
    production: settings.mode === 'production' && options.strictEvents !== true,
  });
  const forms = new FormCounts();
  const secure = settings.publicOrigin.startsWith('https:');
  const lookUp = createLookUp(
    backend === null ? {} : backendLookUps(backend, journeys, secure, () => holder.current),
    needDefinitions(deciding),
    (need, error) => log.warn({ err: error, need }, 'A look-up failed; the page is sent without it.'),
    options.lookUpPatience,
    () => backend?.ports.database.pulse.distance ?? 0,
  );
  const readSender = createSenderReader(settings.trustedProxies);
  const networkOfSender = (request: IncomingMessage): string => networkOf(readSender(request).address);
  const dynamicRequests = new DynamicRequests({
    limit: settings.dynamicRequests,
    siteFactor: settings.siteFactor,
    networkOf: networkOfSender,
  });
  const eventLoop = watchEventLoop();
  const shedCounts = noneShed();
  const shed =
    development === undefined ? createShed(options.eventLoopDelay ?? eventLoop.delay, shedCounts) : undefined;
  let stopper: Stopper | null = null;
  const siteStatus = (): SiteStatus => holder.status;
  backend?.houseState?.follow({ siteStatus, lostReports: () => options.errorReports?.lostInARow ?? 0 });
  const draining = (): boolean => stopper?.draining ?? false;
  const asksFor = backend?.rooms && { ...backend, rooms: backend.rooms, words: staffWords, secure };
  const front = createPageFront({
    settings,
    site: () => holder.current,
    pages,
    match: matchUrl,
    decide(matched, facts, site) {
      const decision = decideMatched(matched, facts, site);
      return backend === null ? decision : noteVisit(backend.ports, journeys, decision, facts, secure);
    },
    lookUp,
    loadData: asksFor && createLoadData(asksFor),
    headersOf: refreshHeader(settings, journeys),
    mayDebug: mayDebug(settings.mode, backend?.staff.findAccess ?? null, secure),
    experiments,
    readVisitor,
    isReserved: (path) =>
      isReserved(path) ||
      settings.basePath + path.slice(1) === DEFAULTS_PATH ||
      (development?.isReserved(path) ?? false),
    counts,
    times,
    log,
    compressed: development === undefined,
    kept: development === undefined && (await keptAnswersWork()) ? new KeptAnswers() : undefined,
    closing: draining,
    shed,
    dynamicRequests,
  });
  const graphql =
    backend &&
    createGraphqlApi({
      ports: backend.ports,
      members: backend.members,
      staff: backend.staff,
      ...(backend.rooms && { rooms: backend.rooms }),
      ...(asksFor && { views: createDataViews({ ...asksFor, site: () => holder.current }) }),
      settings,
      socketLimits: settings.socketLimits,
      log,
      journeys,
      site: liveGraphqlSite({
        site: () => holder.current,
        settings,
        lookUp,
        experiments,
        readVisitor,
        events,
        counts: forms,
        journeys: formPages,
        log,
      }),
      shed,
    });
  const shadowedPaths = backend?.shadowedPaths;
  const shadowed = shadowedPaths === undefined ? null : watchShadowedPaths({ shadowedPaths, holder, log });
  const metrics = createMetrics([
    times.metric,
    compileSeconds,
    answerMetric(counts),
    routeMetric(counts),
    formMetric(forms),
    shedMetric(shedCounts),
    dynamicRequests.metric(),
    errorMetric(),
    ...(options.errorReports === undefined ? [] : [options.errorReports.metric()]),
    ...templateMetrics(pages),
    ...siteMetrics(siteStatus),
    ...experiments.metrics,
    ...events.metrics,
    ...(backend === null ? [] : backendMetrics(backend)),
    ...(graphql?.metrics ?? []),
    ...(shadowed === null ? [] : [shadowedPathsMetric(shadowed)]),
  ]);
  const telemetry = await startTracing({
    settings,
    metrics,
    isTrusted: (request) => readSender(request).trusted,
    log,
  });
  const app = await createApp({
    settings,
    front,
    holder,
    metrics: settings.metrics === 'public' ? metrics : null,
    health: [
      () => ({ reasons: draining() ? ['The server is stopping.'] : [] }),
      siteHealth(siteStatus),
      ...(backend?.health === undefined ? [] : [backend.health]),
      ...(backend?.retention === undefined ? [] : [retentionHealth(backend.retention)]),
      ...(shadowed === null ? [] : [shadowed.health]),
    ],
    times,
    traceRequest: telemetry?.traceRequest,
    log,
    draining,
    shed,
    dynamicRequests,
    publicDirs: options.publicDirs,
    unmade: options.pictures?.files,
    development,
    takesUpgrade: graphql?.takesUpgrade ?? (() => false),
    routes: async (routes) => {
      if (backend !== null) {
        const { ports, members, staff } = backend;
        const { clock } = ports;
        await addConsentRoute(routes, {
          settings,
          secrets,
          front,
          site: () => holder.current,
          experiments,
          readVisitor,
          now: () => clock.now(),
        });
        addSeenRoute(routes, {
          settings,
          site: () => holder.current,
          experiments,
          readVisitor,
          networkOf: networkOfSender,
          now: () => clock.now(),
        });
        addPaintRoute(routes, {
          settings,
          experiments,
          readVisitor,
          networkOf: networkOfSender,
          now: () => clock.now(),
        });
        addConsentService(routes, {
          ports,
          settings,
          site: () => holder.current,
          ...(options.consentService ?? { code: '', version: '' }),
        });
        const formOptions = {
          ports,
          forms: answeredForms(journeys, members),
          journeys: formPages,
          settings,
          site: () => holder.current,
          front,
          lookUp,
          staff,
          experiments,
          readVisitor,
          events,
          counts: forms,
          log,
          shed,
        };
        await addFormRoutes(routes, formOptions);
        await addSignInRoutes(routes, formOptions);
        if (asksFor) {
          const adminOptions = {
            ...asksFor,
            settings,
            site: () => holder.current,
            front,
            lookUp,
            readFacts: createReadFacts(settings, readVisitor),
            log,
            shed,
          };
          await addAdminRoutes(routes, adminOptions);
          addProviderRoutes(routes, adminOptions);
        }
        await graphql?.routes(routes);
        if (settings.mode === 'demo' && settings.smtpUrl === '') {
          const enclosures = () => enclosuresOf(root, holder.current.brand.mails);
          addDevMail(routes, backend.outbox, enclosures, settings.basePath);
        }
      }
      if (settings.mode === 'demo' && graphql) addGraphqlPlayground(routes, settings.basePath, settings.graphqlOpen);
      addStartupDefaults(routes, settings);
      if (options.eventView !== undefined) addEventView(routes, settings.basePath + options.eventView);
      if (options.errorReports !== undefined)
        await addErrorReportsRoute(routes, {
          reports: options.errorReports,
          publicOrigin: settings.publicOrigin,
          networkOf: networkOfSender,
          now: Date.now,
        });
      experiments.addRoutes(routes, { draining, networkOf: networkOfSender, readVisitor });
      await options.routes?.(routes);
    },
  });
  if (settings.basePath !== '/') addStartupDefaults(app, settings);
  let metricsServer: Server | null = null;
  const close = async (): Promise<void> => {
    options.pictures?.close();
    await app.close();
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    eventLoop.close();
    await encoder.close();
    await experiments.close();
    await backend?.close();
    setTracing(null);
    await telemetry?.stop();
    await options.errorReports?.close();
  };
  try {
    if (settings.metrics !== null && settings.metrics !== 'public')
      metricsServer = await openMetricsServer(metrics, settings.metrics);
    await listen(app, settings);
  } catch (error) {
    await close();
    throw error;
  }
  options.pictures?.files.makeAll();
  const sockets = graphql?.openSockets(app.server);
  stopper = createStopper({
    server: app.server,
    ...(options.stopTimes ?? stopTimes[settings.mode]),
    notice: settings.stopNotice,
    hangUp: async () => sockets?.close(),
    close,
    log,
  });
  if (development === undefined) {
    const warm = (built: boolean): void => {
      if (options.warm !== false) void warmCurrent({ holder, pages, log, built, ahead: settings.pagesAhead });
    };
    holder.onReload((outcome) => {
      logReload(outcome, log);
      if (outcome.kind === 'changed') warm(false);
    });
    warm(options.builtPages !== undefined);
    void cache.prune(Date.now());
  }
  return { app, pages, stopper, url: urlOf(app, settings) };
}

function logReload(outcome: ReloadOutcome, log: Logger): void {
  if (outcome.kind === 'changed') log.info({ revision: outcome.site.revision }, 'The site changed.');
  if (outcome.kind === 'refused')
    log.error({ findings: outcome.findings }, 'The newest documents are refused; the last good site is sent.');
}

function urlOf(app: FastifyInstance, settings: Settings): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  return `http://${settings.host === '127.0.0.1' ? 'localhost' : settings.host}:${port}${settings.basePath}`;
}

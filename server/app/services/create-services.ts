import { randomBytes } from 'node:crypto';
import type { Decision, Facts } from '#engine/decide/types.ts';
import { STUDIO_PATH } from '#engine/shared/reserved.ts';
import { decideMatched } from '#engine/decide/decide.ts';
import { matchUrl } from '#engine/decide/match.ts';
import { collectNeedDefinitions } from '#engine/decide/needs.ts';
import type { Site } from '#engine/documents/types.ts';
import { isReserved } from '#engine/routing/reserved.ts';
import { journeys as deciding } from '#schemas/generated/journeys/decide.ts';
import { journeys } from '#schemas/generated/journeys/server.ts';
import { getStaffTranslator } from '#server/admin/staff-translator.ts';
import { createBackendFactLoaders } from '#server/app/fact-loaders.ts';
import { rememberPageView } from '#server/app/remember-page-view.ts';
import { refreshHeader } from '#server/app/refresh-header.ts';
import type { ServerOptions } from '#server/app/server-options.ts';
import { watchShadowedPaths } from '#server/app/watch-shadowed-paths.ts';
import { createGraphqlApi } from '#server/graphql/api.ts';
import { DEFAULTS_PATH } from '#server/graphql/defaults.ts';
import { createLiveGraphqlSite } from '#server/graphql/live-site.ts';
import { createLoadData } from '#server/http/routes/admin/load-data.ts';
import { createDataViews } from '#server/http/routes/admin/read-view.ts';
import { FormCounts } from '#server/http/routes/forms/form-counts.ts';
import { RequestTimes } from '#server/platform/observability/request-times.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { mayDebug } from '#server/site/debug/may-debug.ts';
import { startExperiments } from '#server/site/experiments/experiments.ts';
import { MicroCache, isMicroCacheSupported } from '#server/site/pages/micro-cache.ts';
import { createLoadFacts } from '#server/site/pages/load-facts.ts';
import { PageCounts } from '#server/site/pages/page-counts.ts';
import { createPageHandler } from '#server/site/pages/page-handler.ts';
import { FiredEvents } from '#server/site/tracking/fired-events.ts';
import { createReadVisitor } from '#server/site/visitors/read-visitor.ts';
import { createLimits } from './create-limits.ts';
import { createPages } from './create-pages.ts';
import { Lifecycle } from './lifecycle.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

/** Creates the services that route plugins share. Nothing listens yet. */
export async function createServices(options: ServerOptions) {
  const { settings, siteStore, log, development, backend } = options;
  const site = (): Site => siteStore.current;
  const lifecycle = new Lifecycle();
  const pages = createPages(options);
  const limits = createLimits(options);
  const { loadShedder, dynamicRequests } = limits;
  // Without a backend, secrets are random: cookies of an earlier process are invalid.
  const secrets = backend?.ports.secrets ?? deriveSecrets(randomBytes(32).toString('hex'));
  const experiments = await startExperiments({
    settings,
    secrets,
    holder: siteStore,
    pages: pages.store,
    database: backend?.ports.database ?? null,
    log,
    render: development === undefined && options.warm !== false,
    times: options.flagTimes,
    weights: backend?.variationWeights,
    unavailableVariations: backend?.unavailableVariations,
    images: options.images,
  });
  const readVisitor = createReadVisitor(secrets, () => experiments.facts()?.flags);
  const events = new FiredEvents({
    experiments,
    production: settings.mode === 'production' && options.strictEvents !== true,
  });
  const secure = settings.publicOrigin.startsWith('https:');
  const loadFacts = createLoadFacts(
    backend === null ? {} : createBackendFactLoaders(backend, journeys, secure, site),
    collectNeedDefinitions(deciding),
    (need, error) => log.warn({ err: error, need }, 'A lookup failed; the page is sent without its result.'),
    options.loadFactsTimeoutMs,
    () => backend?.ports.database.databaseHealth.distanceMs ?? 0,
  );
  const counts = { pages: new PageCounts(), forms: new FormCounts() };
  const times = new RequestTimes();
  const admin = backend?.adminPages
    ? { ...backend, adminPages: backend.adminPages, getTranslator: getStaffTranslator, secure }
    : null;
  const pageHandler = createPageHandler({
    settings,
    site,
    pages: pages.store,
    match: matchUrl,
    decide(matched, facts: Facts, present): Decision {
      const decision = decideMatched(matched, facts, present);
      return backend === null ? decision : rememberPageView(backend.ports, journeys, decision, facts, secure);
    },
    loadFacts,
    loadData: admin ? createLoadData(admin) : undefined,
    buildHeaders: refreshHeader(settings, journeys),
    published: () => siteStore.status.published,
    fullForms: backend?.formEntries?.fullForms.current,
    mayDebug: mayDebug(settings.mode, backend?.staff.findAccessGrant ?? null, secure),
    experiments,
    readVisitor,
    isReserved: (path) =>
      isReserved(path) ||
      path === STUDIO_PATH ||
      settings.basePath + path.slice(1) === DEFAULTS_PATH ||
      (development?.isReserved(path) ?? false),
    counts: counts.pages,
    times,
    log,
    compressed: development === undefined,
    builtInHead: development?.builtInHead,
    microCache: development === undefined && (await isMicroCacheSupported()) ? new MicroCache() : undefined,
    closing: lifecycle.isDraining,
    loadShedder,
    dynamicRequests,
  });
  const formPages = journeys.map((journey) => journey.formPages ?? {});
  const graphql =
    backend &&
    createGraphqlApi({
      ports: backend.ports,
      members: backend.members,
      staff: backend.staff,
      adminPages: backend.adminPages,
      formEntries: backend.formEntries,
      views: admin ? createDataViews({ ...admin, site }) : undefined,
      settings,
      socketLimits: settings.socketLimits,
      log,
      journeys,
      site: createLiveGraphqlSite({
        site,
        settings,
        loadFacts,
        experiments,
        readVisitor,
        events,
        counts: counts.forms,
        journeys: formPages,
        log,
      }),
      loadShedder,
    });
  const shadowedPaths = backend?.shadowedPaths;
  const shadowed = shadowedPaths === undefined ? null : watchShadowedPaths({ shadowedPaths, siteStore, log });
  return {
    settings,
    siteStore,
    site,
    log,
    backend,
    admin,
    graphql,
    lifecycle,
    secrets,
    pageHandler,
    pages,
    limits,
    experiments,
    readVisitor,
    fullForms: backend?.formEntries?.fullForms.current,
    events,
    loadFacts,
    formPages,
    counts,
    times,
    shadowed,
    /** Milliseconds since the epoch. */
    now: (): number => backend?.ports.clock.now() ?? Date.now(),
  };
}

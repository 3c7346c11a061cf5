import { randomBytes } from 'node:crypto';
import type { Decision, Facts } from '#engine/decide/types.ts';
import { decideMatched } from '#engine/decide/decide.ts';
import { matchUrl } from '#engine/decide/match.ts';
import { needDefinitions } from '#engine/decide/needs.ts';
import type { Site } from '#engine/documents/types.ts';
import { isReserved } from '#engine/routing/reserved.ts';
import { journeys as deciding } from '#schemas/generated/journeys/decide.ts';
import { journeys } from '#schemas/generated/journeys/server.ts';
import { staffWords } from '#server/admin/words.ts';
import { backendLookUps } from '#server/app/look-ups.ts';
import { noteVisit } from '#server/app/note-visit.ts';
import { refreshHeader } from '#server/app/refresh-header.ts';
import type { ServerOptions } from '#server/app/server-options.ts';
import { watchShadowedPaths } from '#server/app/watch-shadowed-paths.ts';
import { createGraphqlApi } from '#server/graphql/api.ts';
import { DEFAULTS_PATH } from '#server/graphql/defaults.ts';
import { liveGraphqlSite } from '#server/graphql/live-site.ts';
import { createLoadData } from '#server/http/routes/admin/load-data.ts';
import { createDataViews } from '#server/http/routes/admin/read-view.ts';
import { FormCounts } from '#server/http/routes/forms/form-counts.ts';
import { RequestTimes } from '#server/platform/observability/request-times.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { mayDebug } from '#server/site/debug/may-debug.ts';
import { startExperiments } from '#server/site/experiments/experiments.ts';
import { KeptAnswers, keptAnswersWork } from '#server/site/pages/kept-answers.ts';
import { createLookUp } from '#server/site/pages/look-up.ts';
import { PageCounts } from '#server/site/pages/page-counts.ts';
import { createPageFront } from '#server/site/pages/page-front.ts';
import { FiredEvents } from '#server/site/tracking/fired-events.ts';
import { createReadVisitor } from '#server/site/visitors/read-visitor.ts';
import { createLimits } from './create-limits.ts';
import { createPages } from './create-pages.ts';
import { Lifecycle } from './lifecycle.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

/** Makes what the plugins of the server share. Nothing listens yet. */
export async function createServices(options: ServerOptions) {
  const { settings, holder, log, development, backend } = options;
  const site = (): Site => holder.current;
  const lifecycle = new Lifecycle();
  const pages = createPages(options);
  const limits = createLimits(options);
  const { shed, dynamicRequests } = limits;
  // Without a backend nobody is asked about consent, and nothing of an earlier process is to be believed.
  const secrets = backend?.ports.secrets ?? deriveSecrets(randomBytes(32).toString('hex'));
  const experiments = await startExperiments({
    settings,
    secrets,
    holder,
    pages: pages.store,
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
  const secure = settings.publicOrigin.startsWith('https:');
  const lookUp = createLookUp(
    backend === null ? {} : backendLookUps(backend, journeys, secure, site),
    needDefinitions(deciding),
    (need, error) => log.warn({ err: error, need }, 'A look-up failed; the page is sent without it.'),
    options.lookUpPatience,
    () => backend?.ports.database.pulse.distance ?? 0,
  );
  const counts = { pages: new PageCounts(), forms: new FormCounts() };
  const times = new RequestTimes();
  const admin = backend?.rooms ? { ...backend, rooms: backend.rooms, words: staffWords, secure } : null;
  const front = createPageFront({
    settings,
    site,
    pages: pages.store,
    match: matchUrl,
    decide(matched, facts: Facts, present): Decision {
      const decision = decideMatched(matched, facts, present);
      return backend === null ? decision : noteVisit(backend.ports, journeys, decision, facts, secure);
    },
    lookUp,
    loadData: admin ? createLoadData(admin) : undefined,
    headersOf: refreshHeader(settings, journeys),
    mayDebug: mayDebug(settings.mode, backend?.staff.findAccess ?? null, secure),
    experiments,
    readVisitor,
    isReserved: (path) =>
      isReserved(path) ||
      settings.basePath + path.slice(1) === DEFAULTS_PATH ||
      (development?.isReserved(path) ?? false),
    counts: counts.pages,
    times,
    log,
    compressed: development === undefined,
    kept: development === undefined && (await keptAnswersWork()) ? new KeptAnswers() : undefined,
    closing: lifecycle.isDraining,
    shed,
    dynamicRequests,
  });
  const formPages = journeys.map((journey) => journey.formPages ?? {});
  const graphql =
    backend &&
    createGraphqlApi({
      ports: backend.ports,
      members: backend.members,
      staff: backend.staff,
      rooms: backend.rooms,
      views: admin ? createDataViews({ ...admin, site }) : undefined,
      settings,
      socketLimits: settings.socketLimits,
      log,
      journeys,
      site: liveGraphqlSite({
        site,
        settings,
        lookUp,
        experiments,
        readVisitor,
        events,
        counts: counts.forms,
        journeys: formPages,
        log,
      }),
      shed,
    });
  const shadowedPaths = backend?.shadowedPaths;
  const shadowed = shadowedPaths === undefined ? null : watchShadowedPaths({ shadowedPaths, holder, log });
  return {
    settings,
    holder,
    site,
    log,
    backend,
    admin,
    graphql,
    lifecycle,
    secrets,
    front,
    pages,
    limits,
    experiments,
    readVisitor,
    events,
    lookUp,
    formPages,
    counts,
    times,
    shadowed,
    /** Milliseconds since the epoch. */
    now: (): number => backend?.ports.clock.now() ?? Date.now(),
  };
}

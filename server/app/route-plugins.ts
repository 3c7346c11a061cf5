import { listFurtherThemes } from '#server/app/mail-branding.ts';
import type { FastifyInstance } from 'fastify';
import { journeys } from '#schemas/generated/journeys/server.ts';
import { getStaffTranslator } from '#server/admin/staff-translator.ts';
import { withFormDocuments } from '#server/forms/entries/answer-form-document.ts';
import { createAnsweredForms } from '#server/forms/answer-form.ts';
import { addStartupDefaults } from '#server/graphql/defaults.ts';
import { addGraphqlPlayground } from '#server/graphql/playground.ts';
import { addProviderRoutes } from '#server/http/routes/admin/provider-routes.ts';
import { addStudioRoute } from '#server/http/routes/admin/studio-route.ts';
import { addAdminRoutes } from '#server/http/routes/admin/routes.ts';
import { addConsentRoute } from '#server/http/routes/consent/consent-route.ts';
import { addConsentService } from '#server/http/routes/consent/consent-service.ts';
import { addDevMail } from '#server/http/routes/dev-mailbox/routes.ts';
import { addErrorReportsRoute } from '#server/http/routes/error-reports/error-reports-route.ts';
import { addExposuresRoute } from '#server/http/routes/exposures/exposures-route.ts';
import { addFormRoutes } from '#server/http/routes/forms/routes.ts';
import { addSignInRoutes } from '#server/http/routes/forms/sign-in-routes.ts';
import { addMcpRoute } from '#server/http/routes/mcp/mcp-route.ts';
import { addCalendarRoute } from '#server/http/routes/calendar/calendar-route.ts';
import { addPreviewRoutes } from '#server/http/routes/previews/routes.ts';
import { addWebVitalsRoute } from '#server/http/routes/web-vitals/web-vitals-route.ts';
import { loadInlineAttachments } from '#server/platform/mail/theme/inline-attachments.ts';
import { root } from '#server/platform/paths.ts';
import { addEventView } from '#server/site/debug/event-view.ts';
import { createReadFacts } from '#server/site/pages/read-facts.ts';
import type { ServedBackend } from './served-backend.ts';
import type { ServerOptions } from './server-options.ts';
import type { Services } from './services/create-services.ts';

/** Registers routes of one kind; none when the server lacks what they need. */
type RoutePlugin = (routes: FastifyInstance, services: Services, options: ServerOptions) => void | Promise<void>;

type BackendPlugin = (routes: FastifyInstance, services: Services & { readonly backend: ServedBackend }) => unknown;

/** A plugin for servers with a database. */
const withBackend =
  (register: BackendPlugin): RoutePlugin =>
  async (routes, { backend, ...services }) => {
    if (backend !== null) await register(routes, { ...services, backend });
  };

const consent = withBackend((routes, services) => addConsentRoute(routes, services));

const exposures = withBackend((routes, { limits: { readNetwork }, ...services }) =>
  addExposuresRoute(routes, { ...services, readNetwork }),
);

const webVitals = withBackend((routes, { limits: { readNetwork }, ...services }) =>
  addWebVitalsRoute(routes, { ...services, readNetwork }),
);

const consentService: RoutePlugin = (routes, { backend, settings, site }, { consentService: script }) => {
  if (backend === null) return;
  const { ports } = backend;
  addConsentService(routes, { ports, settings, site, ...(script ?? { code: '', version: '' }) });
};

const forms = withBackend(async (routes, services) => {
  const { backend, counts, formPages, limits } = services;
  const { ports, members, staff, formEntries } = backend;
  const journeyForms = createAnsweredForms(journeys, members, formEntries?.questions);
  const options = {
    ...services,
    ports,
    staff,
    forms: formEntries === undefined ? journeyForms : withFormDocuments(journeyForms, formEntries),
    journeys: formPages,
    counts: counts.forms,
    loadShedder: limits.loadShedder,
  };
  await addFormRoutes(routes, options);
  await addSignInRoutes(routes, options);
});

const adminPages: RoutePlugin = async (routes, { admin, ...services }, { studio = '' }) => {
  if (admin === null) return;
  const { settings, readVisitor, limits } = services;
  const options = {
    ...services,
    ...admin,
    readFacts: createReadFacts(settings, readVisitor),
    loadShedder: limits.loadShedder,
  };
  await addAdminRoutes(routes, options);
  addProviderRoutes(routes, options);
  addStudioRoute(routes, { ...options, script: studio });
};

const previews = withBackend((routes, { backend, limits, ...services }) => {
  if (backend.previews)
    addPreviewRoutes(routes, {
      ...services,
      previews: backend.previews,
      getTranslator: getStaffTranslator,
      loadShedder: limits.loadShedder,
    });
});

const calendar = withBackend((routes, { backend, limits, ...services }) => {
  if (backend.calendar)
    addCalendarRoute(routes, {
      ...services,
      calendar: backend.calendar,
      getTranslator: getStaffTranslator,
      loadShedder: limits.loadShedder,
    });
});

const mcp = withBackend(async (routes, { backend, settings }) => {
  const { previews: links, publications, staff } = backend;
  if (links && publications) await addMcpRoute(routes, { previews: links, publications, staff, ...settings });
});

const graphqlApi: RoutePlugin = async (routes, { graphql }) => {
  await graphql?.routes(routes);
};

const devMailbox = withBackend((routes, { backend, settings, site }) => {
  if (settings.mode !== 'demo' || settings.smtpUrl !== '') return;
  addDevMail(
    routes,
    backend.outbox,
    () => loadInlineAttachments(root, site().brand.mails, listFurtherThemes(site())),
    settings.basePath,
  );
});

const graphqlPlayground: RoutePlugin = (routes, { graphql, settings }) => {
  if (settings.mode === 'demo' && graphql)
    addGraphqlPlayground(routes, settings.basePath, !settings.graphqlPersistedOnly);
};

const startupDefaults: RoutePlugin = (routes, { settings }) => addStartupDefaults(routes, settings);

const eventView: RoutePlugin = (routes, { settings }, { eventView: path }) => {
  if (path !== undefined) addEventView(routes, settings.basePath + path);
};

const errorReports: RoutePlugin = async (routes, { settings: { publicOrigin }, limits: { readNetwork } }, options) => {
  const { errorReports: reports } = options;
  if (reports !== undefined) await addErrorReportsRoute(routes, { reports, publicOrigin, readNetwork, now: Date.now });
};

const experiments: RoutePlugin = (routes, services) => {
  const { lifecycle, limits, readVisitor } = services;
  services.experiments.addRoutes(routes, {
    draining: lifecycle.isDraining,
    readNetwork: limits.readNetwork,
    readVisitor,
  });
};

/** All routes below the base path, except pages and files. */
export const routePlugins: readonly RoutePlugin[] = [
  consent,
  exposures,
  webVitals,
  consentService,
  forms,
  adminPages,
  previews,
  calendar,
  mcp,
  graphqlApi,
  devMailbox,
  graphqlPlayground,
  startupDefaults,
  eventView,
  errorReports,
  experiments,
  async (routes, _services, options) => options.routes?.(routes),
];

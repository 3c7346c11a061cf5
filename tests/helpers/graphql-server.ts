import { rm } from 'node:fs/promises';
import fastify from 'fastify';
import pino from 'pino';
import { type Backend, type BackendOptions, type BackendSettings, createBackend } from '#server/app/backend.ts';
import { getStaffTranslator } from '#server/admin/staff-translator.ts';
import { createDataViews } from '#server/http/routes/admin/read-view.ts';
import { createGraphqlApi } from '#server/graphql/api.ts';
import type { SocketOptions, Sockets } from '#server/graphql/sockets.ts';
import { journeys } from '#schemas/generated/journeys/server.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { FormPlace } from '#server/forms/use-case.ts';
import { buildSessionCookie } from '#server/site/sessions/session.ts';
import type { ConcurrencyLimits } from '#server/platform/limits/concurrency-limiter.ts';
import { makeBlock, makeSite } from './make-site.ts';
import { requireJourneyDocument } from '#engine/documents/journeys/journey-document.ts';
import { noPlace } from './no-place.ts';
import { HEALTH_TIMEOUT_MS, request, testSite, unlimited } from './backend.ts';
import { SECRET } from './secret.ts';
import { freePort } from './server.ts';
import { makeDataFolder } from '#tests/helpers/data-folder.ts';

export interface GraphqlServerOptions {
  /** The opposite of `GRAPHQL_PERSISTED_ONLY`; false by default. */
  readonly open?: boolean;
  /** A database of its own by default. */
  readonly database?: Partial<BackendOptions>;
  readonly limits?: Partial<BackendSettings['limits']>;
  readonly initTimeout?: number;
  readonly socketLimits?: SocketOptions['limits'];
  readonly subscriptionLimits?: ConcurrencyLimits;
  /** A free one by default. */
  readonly port?: number;
  /** Gets every line of the log. */
  readonly onLog?: (line: string) => void;
}

export interface GraphqlServer {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Address of the API. */
  readonly url: string;
  readonly socketUrl: string;
  readonly backend: Backend;
  readonly sockets: Sockets;
  /** Posts a request as a program does and returns status, headers and parsed body. */
  send(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  stop(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly data?: Record<string, unknown>; readonly errors?: readonly AnswerError[] };
}

interface AnswerError {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly correlationId?: string };
}

/** Where the lists of staff users are. */
const adminSite = makeSite({ documents: [{ id: 'pages/admin/mails', route: '/admin/mails' }] });

/** The GraphQL API in a bare server of this process. */
export async function startGraphqlServer(options: GraphqlServerOptions = {}): Promise<GraphqlServer> {
  const folder = await makeDataFolder();
  const port = options.port ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;

  const backend = await createBackend({
    dataDir: folder,
    secret: SECRET,
    mailFrom: 'Maison Cercle <hello@example.com>',
    site: testSite,
    settings: { limits: { ...unlimited, ...options.limits } },
    healthTimeoutMs: HEALTH_TIMEOUT_MS,
    ...options.database,
  });
  const log = pino({ level: 'info' }, { write: (line) => options.onLog?.(line) });
  const api = createGraphqlApi({
    ...backend,
    journeys,
    site: {
      formPlace: async ({ locale, fields }) => ({
        ...noPlace,
        locale,
        document: landingNamed(fields['document'] ?? 'landings/default'),
      }),
      noPlace: () => noPlace,
      text: (key, locale) => `${locale}:${key}`,
      publicOrigin: origin,
      landingPath: (id) => `/${id ?? ''}`,
      journeyDocument: (name) => requireJourneyDocument(noPlace.site, name),
      readAttribution: () => null,
      answered: () => {},
      fired: () => null,
    },
    settings: {
      publicOrigin: origin,
      basePath: '/',
      trustedProxies: [],
      countryHeader: '',
      graphqlPersistedOnly: options.open !== true,
    },
    views: createDataViews({
      ...backend,
      adminPages: backend.adminPages ?? { queries: {} },
      getTranslator: getStaffTranslator,
      secure: false,
      site: () => adminSite,
    }),
    log,
    initTimeout: options.initTimeout,
    socketLimits: options.socketLimits,
    subscriptionLimits: options.subscriptionLimits,
  });
  const server = fastify({ http: { shouldUpgradeCallback: api.takesUpgrade } });
  await api.routes(server);
  const sockets = api.openSockets(server.server);
  await server.listen({ port, host: '127.0.0.1' });
  const url = `${origin}/graphql`;
  return {
    origin,
    url,
    socketUrl: `ws://127.0.0.1:${port}/graphql`,
    backend,
    sockets,
    async send(body, headers = {}) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
    },
    async stop() {
      await sockets.close();
      server.server.closeAllConnections();
      await server.close();
      await backend.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A landing whose newsletter box names it. */
function landingNamed(name: string): FormPlace['document'] {
  const words = Object.fromEntries(locales.map((locale) => [locale, `Newsletter of ${name}`]));
  const groups = [{ fields: [{ name: 'newsletter', label: words }] }];
  const props = { step: 'default', groups, voucher: '10-percent-no-mov' };
  const id = 'landings/named';
  const blocks = [makeBlock({ id: 'join', type: 'registration-form', props })];
  return makeSite({ documents: [{ id, blocks }] }).documents.get(id) ?? null;
}

/** A visitor who registered with the code PLACES: what their browser and their program send, and what their handle is. */
export async function registerSomebody(
  { backend }: GraphqlServer,
  email: string,
): Promise<{ readonly cookie: string; readonly handle: string }> {
  const answer = await backend.members.register(request({ email, code: 'PLACES' }));
  if (answer.outcome !== 'registered') throw new Error(`The registration was answered with "${answer.outcome}".`);
  const handle = answer.registration;
  const { name, value } = buildSessionCookie(backend.ports, { registration: { handle, email } }, false);
  return { cookie: `${name}=${value}`, handle };
}

/** Value of a cookie that an answer sets, as the next request sends it. */
export function findCookie({ headers }: Answer, name: string): string {
  const cookie = headers.getSetCookie().find((line) => line.startsWith(`${name}=`));
  return cookie?.split(';', 1)[0] ?? '';
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Metric } from 'prom-client';
import type { AdminPages } from '#server/admin/index.ts';
import type { DataViews } from '#server/http/routes/admin/read-view.ts';
import type { FormEntries } from '#server/forms/entries/index.ts';
import type { ServerJourney } from '#server/forms/server-journey.ts';
import type { MembersPort } from '#server/forms/use-case.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Staff } from '#server/staff/index.ts';
import { getRateLimitKey } from '#server/platform/limits/rate-limit.ts';
import { ConcurrencyLimiter, type ConcurrencyLimits } from '#server/platform/limits/concurrency-limiter.ts';
import type { LoadShedder } from '#server/platform/limits/shedding.ts';
import { createReadCountry } from '#server/site/pages/read-facts.ts';
import { createClientAddressReader } from '#server/site/pages/client-address.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { GraphqlContext, GraphqlSite } from './context.ts';
import { createDocuments } from './documents.ts';
import { toPublicError } from './errors.ts';
import { createOperationTimes } from './operation-times.ts';
import { subscriptionLimits } from './operations.ts';
import { addGraphqlRoutes } from './routes.ts';
import { createExecutableSchema } from './schema.ts';
import { buildSocketMetrics } from './build-socket-metrics.ts';
import { type SocketOptions, type Sockets, openSockets, takesUpgrade } from './sockets.ts';
import { readVisitor, type GraphqlVisitor } from './visitor.ts';
import { createGraphqlYoga } from './yoga.ts';

export interface GraphqlOptions {
  readonly ports: PlatformPorts;
  readonly members: MembersPort;
  readonly journeys: readonly ServerJourney[];
  readonly staff: Staff;
  /** Admin operations; default: none. */
  readonly adminPages?: Pick<AdminPages, 'operations'>;
  /** Data views of the admin pages, for these pages only; default: none. */
  readonly views?: DataViews;
  /** Receives form documents; default: all forms are unknown. */
  readonly formEntries?: Pick<FormEntries, 'submitForm'> | undefined;
  readonly site: GraphqlSite;
  readonly settings: Pick<
    Settings,
    'publicOrigin' | 'basePath' | 'trustedProxies' | 'countryHeader' | 'graphqlPersistedOnly'
  >;
  readonly log: Logger;
  /** Default: no load shedding. */
  readonly loadShedder?: LoadShedder;
  /** Timeout for a WebSocket's `connection_init` in milliseconds. */
  readonly initTimeout?: number;
  /** Default: see `socketLimits`. */
  readonly socketLimits?: SocketOptions['limits'];
  readonly subscriptionLimits?: ConcurrencyLimits;
}

export interface GraphqlApi {
  /** Adds `/graphql` below the base path. */
  readonly routes: (app: FastifyInstance) => Promise<void>;
  /** Whether a request opens the WebSocket; other upgrades must not reach the server. */
  takesUpgrade(request: IncomingMessage): boolean;
  /** Accepts subscriptions on the same path; upgrades of other paths are left to their handlers. */
  openSockets(server: Server): Sockets;
  /** Metrics of operations, WebSockets and subscriptions. */
  readonly metrics: readonly Metric[];
}

/** The GraphQL API of a server: one schema, over HTTP and WebSockets. */
export function createGraphqlApi(options: GraphqlOptions): GraphqlApi {
  const { ports, staff, settings, log } = options;
  const { publicOrigin, basePath } = settings;
  const secure = publicOrigin.startsWith('https:');
  const endpoint = `${basePath}graphql`;
  const schema = createExecutableSchema(
    options.journeys,
    options.members,
    options.adminPages?.operations ?? { Query: {}, Mutation: {} },
    options.views ?? null,
    options.formEntries ?? null,
  );
  const allowed = createDocuments(schema, !settings.graphqlPersistedOnly);
  const times = createOperationTimes();
  const yoga = createGraphqlYoga({ schema, documents: allowed, endpoint, times, log });
  let sockets: Sockets | null = null;
  const subscriptions = new ConcurrencyLimiter(options.subscriptionLimits ?? subscriptionLimits);
  const readSender = createClientAddressReader(settings.trustedProxies);
  const readCountry = createReadCountry(settings);
  const networkOfRequest = (request: IncomingMessage): string => getRateLimitKey(readSender(request).address);

  async function createContext(
    request: IncomingMessage,
    authorization: string | undefined,
    correlationId: string,
  ): Promise<GraphqlContext | null> {
    const read = (isUsed: boolean): Promise<GraphqlVisitor | null> =>
      readVisitor({ ports, ...staff }, { headers: request.headers, authorization, secure, isUsed });
    // An open page reconnects by itself, and marks the queries that it repeats without user interaction.
    const isUnattended = request.headers.upgrade !== undefined || request.headers['x-unattended'] !== undefined;
    const visitor = await read(!isUnattended);
    if (visitor === null) return null;
    return {
      ports,
      staff,
      site: options.site,
      visitor,
      again: () => read(false),
      isUnattended,
      incoming: request,
      network: networkOfRequest(request),
      subscriptions,
      referrer: request.headers.referer ?? '',
      country: () => readCountry(request).country,
      correlationId,
      secure,
      cookies: [],
      log,
    };
  }

  return {
    routes: (app) =>
      addGraphqlRoutes(app, {
        yoga,
        publicOrigin,
        secure,
        loadShedder: options.loadShedder,
        async createContext({ raw, id }) {
          const context = await createContext(raw, raw.headers.authorization, id);
          if (context === null) throw unauthenticated;
          return context;
        },
      }),
    takesUpgrade: (request) => takesUpgrade(request, endpoint),
    metrics: [times.metric, ...buildSocketMetrics(() => sockets, subscriptions)],
    openSockets: (server) =>
      (sockets = openSockets({
        server,
        limits: options.socketLimits ?? {},
        endpoint,
        publicOrigin,
        schema,
        documents: allowed,
        readNetwork: networkOfRequest,
        connect: (request, authorization) =>
          createContext(request, authorization ?? request.headers.authorization, randomUUID()),
        log,
        loadShedder: options.loadShedder,
        initTimeout: options.initTimeout,
      })),
  };
}

const unauthenticated = toPublicError('UNAUTHENTICATED', 'The bearer token is not valid, or no longer.');

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Site } from '#engine/documents/types.ts';
import { buildHref } from '#engine/routing/links.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { isTemporaryFailure } from '#server/http/routes/forms/answer.ts';
import { whileDatabaseAnswers } from '#server/platform/database/database-health.ts';
import { getRateLimitKey } from '#server/platform/limits/rate-limit.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { isEmbedded } from '#server/platform/requests/embedded.ts';
import { readNext } from '#server/platform/requests/next-page.ts';
import { withClientNetwork } from '#server/platform/requests/client-network.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { PageHandler } from '#server/site/pages/page-handler.ts';
import { createClientAddressReader } from '#server/site/pages/client-address.ts';
import { buildAdminCookie } from '#server/site/sessions/access-cookies.ts';
import { readCookies, writeCookie } from '#server/site/sessions/cookies.ts';
import type { Staff } from '#server/staff/index.ts';
import { type AdminSession, type AdminSessionPorts, readAdminSession } from './admin-request.ts';

export interface ProviderRouteOptions extends AdminSessionPorts {
  readonly ports: PlatformPorts;
  readonly staff: Pick<
    Staff,
    'findAccessGrant' | 'findAdmin' | 'hasProvider' | 'beginProviderSignIn' | 'signInByProvider' | 'issueAccessToken'
  >;
  readonly settings: Pick<Settings, 'publicOrigin' | 'trustedProxies' | 'countryHeader'>;
  readonly site: () => Site;
  readonly pageHandler: PageHandler;
  readonly log: Logger;
}

type Parameters = Readonly<Record<string, unknown>>;

const SIGN_IN = '/admin/signin';
const START = '/admin';
/** Timeout in milliseconds for both requests to the provider and the database queries. */
const TIMEOUT_MS = 15_000;

/**
 * `GET /<locale>/do/admin/provider` redirects to the identity provider of the staff, and `GET /do/admin/return` is the callback. Links, because
 * forms may target this site only (CSP, `form-action`); nothing changes before the user has signed in.
 */
export function addProviderRoutes(app: FastifyInstance, options: ProviderRouteOptions): void {
  const { ports, staff, settings, pageHandler, log, secure } = options;
  const readSender = createClientAddressReader(settings.trustedProxies);

  /** @param answer handles its own failures: database or provider unavailable, unknown user */
  async function handle(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: (session: AdminSession) => Promise<unknown>,
  ): Promise<unknown> {
    if (!staff.hasProvider) return reply.callNotFound();
    if (isEmbedded(request.headers)) {
      reply.hijack();
      return pageHandler.sendError(request.raw, reply.raw, 403);
    }
    try {
      const work = whileDatabaseAnswers(ports.database.databaseHealth, async () =>
        answer(await readAdminSession(options, readCookies(request.headers.cookie))),
      );
      return await withTimeout(TIMEOUT_MS, 'A sign-in elsewhere', work);
    } catch (error) {
      const outage = isTemporaryFailure(error);
      log[outage ? 'warn' : 'error']({ err: error, id: request.id }, 'A sign-in elsewhere failed.');
      reply.hijack();
      return pageHandler.sendError(request.raw, reply.raw, outage ? 503 : 500, outage ? ['Retry-After', '30'] : []);
    }
  }

  function lead(reply: FastifyReply, location: string): FastifyReply {
    return reply.header('Cache-Control', 'private, no-store').redirect(location, 303);
  }

  const refuse = (reply: FastifyReply, locale: Locale, refused: 'provider' | 'unavailable'): FastifyReply =>
    lead(reply, buildHref(options.site(), { path: SIGN_IN, locale, query: `refused=${refused}` }));

  for (const path of ['/do/admin/provider', '/:locale/do/admin/provider'])
    app.get<{ Params: { locale?: string }; Querystring: Parameters }>(path, (request, reply) =>
      handle(request, reply, async ({ owner, cookies }) => {
        const locale = resolveLocale(request.params.locale, options.site());
        const next = toText(request.query['next']);
        const url = await staff.beginProviderSignIn({ browser: owner, locale, next });
        for (const cookie of cookies) reply.header('Set-Cookie', writeCookie(cookie, { basePath: '/', secure }));
        return url === null ? refuse(reply, locale, 'unavailable') : lead(reply, url);
      }),
    );

  app.get<{ Querystring: Parameters }>('/do/admin/return', (request, reply) =>
    handle(request, reply, async ({ owner, user }) => {
      const network = getRateLimitKey(readSender(request.raw).address);
      const asked = { answer: textsIn(request.query), browser: owner, network };
      const answer = await withClientNetwork(network, () => staff.signInByProvider(asked));
      const site = options.site();
      const locale = resolveLocale(answer.begun?.locale, site);
      if (answer.outcome === 'unavailable') return refuse(reply, locale, 'unavailable');
      if (answer.outcome !== 'signed-in') return refuse(reply, locale, 'provider');
      const { token, expiresAt } = await staff.issueAccessToken({
        role: 'admin',
        subject: answer.admin.id,
        provedAt: answer.provedAt,
        replaces: user?.token ?? null,
        locale,
      });
      const seconds = Math.floor((expiresAt - ports.clock.now()) / 1_000);
      reply.header('Set-Cookie', writeCookie(buildAdminCookie(secure, token, seconds), { basePath: '/', secure }));
      const next = readNext(answer.begun?.next ?? '');
      const path = createRouteTable(site).routes.has(next.path) ? next.path : START;
      return lead(reply, buildHref(site, { path, locale, query: new URLSearchParams(next.query).toString() }));
    }),
  );
}

function resolveLocale(name: string | undefined, site: Site): Locale {
  const { locales, defaultLocale } = createRouteTable(site);
  return locales.get(name ?? '') ?? defaultLocale;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Duplicate parameters count as absent (RFC 6749, 3.1). */
function textsIn(query: Parameters): Readonly<Record<string, string>> {
  const texts = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

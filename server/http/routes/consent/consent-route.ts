import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Consent, type ConsentPurpose, consentPurposes } from '#engine/shared/consent.ts';
import { buildPendingEventsCookies } from '#engine/decide/pending-events.ts';
import type { Site } from '#engine/documents/types.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import { takeForms } from '#server/platform/requests/bodies.ts';
import { isSameOrigin } from '#server/platform/requests/same-origin.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import { writeCookie } from '#server/site/sessions/cookies.ts';
import type { PageHandler } from '#server/site/pages/page-handler.ts';
import { createReadCountry, isNavigation } from '#server/site/pages/read-facts.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { Secrets } from '#server/platform/tokens/secrets.ts';
import type { ReadVisitor } from '#server/site/visitors/read-visitor.ts';
import { buildConsentCookie } from '#server/site/consent/consent-record.ts';

export interface ConsentRouteOptions {
  readonly settings: Pick<Settings, 'publicOrigin' | 'basePath' | 'countryHeader' | 'trustedProxies'>;
  readonly secrets: Secrets;
  readonly pageHandler: PageHandler;
  readonly site: () => Site;
  readonly experiments: Pick<Experiments, 'consented'>;
  readonly readVisitor: ReadVisitor;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * `POST /<locale>/do/consent` with `choice=all`, `none` or `some` (the fields `purpose`) writes the consent record and redirects to the page of the
 * visitor, `again` to its consent button; `choice=ask` redirects to the consent card with the current choice, which stays valid until the
 * next one (T2, T3).
 */
export async function addConsentRoute(app: FastifyInstance, options: ConsentRouteOptions): Promise<void> {
  const { settings, pageHandler } = options;
  const readCountry = createReadCountry(settings);
  const secure = settings.publicOrigin.startsWith('https:');
  await app.register(async (routes) => {
    takeForms(routes);
    routes.addHook('onRequest', async (request, reply) => {
      if (isSameOrigin(request.headers, settings.publicOrigin)) return;
      reply.hijack();
      await pageHandler.sendError(request.raw, reply.raw, 403);
    });
    for (const path of ['/do/consent', '/:locale/do/consent']) {
      routes.post<{ Params: { readonly locale?: string } }>(path, (request, reply) => {
        const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        const choice = fields.get('choice');
        const lead = (hash: string): unknown => {
          reply.header('Cache-Control', 'private, no-store');
          const location = pageBefore(request.headers.referer, fields.get('pageToken'), settings) + hash;
          return isNavigation(request.url) ? reply.send({ location }) : reply.redirect(location, 303);
        };
        const visitor = options.readVisitor(request.headers.cookie, options.now());
        if (choice === 'ask') return lead(`#consent-${describeConsent(visitor.consent)}`);
        const consent = answerTo(fields, isPrivate(request.headers));
        if (consent === null) {
          reply.hijack();
          return pageHandler.sendError(request.raw, reply.raw, 400);
        }
        const { cookies } = visitor;
        const cookie = buildConsentCookie(options.secrets.consent, { granted: consent, at: options.now() });
        const { locales, defaultLocale } = createRouteTable(options.site());
        const stored = options.experiments.consented({
          cookies,
          consent,
          locale: locales.get(request.params.locale ?? '') ?? defaultLocale,
          userAgent: request.headers['user-agent'] ?? '',
          country: readCountry(request.raw).country,
          now: options.now(),
        });
        const left = buildPendingEventsCookies(consent, cookies);
        const set = [cookie, ...stored, ...left].map((each) =>
          writeCookie(each, { basePath: settings.basePath, secure }),
        );
        reply.header('Set-Cookie', set);
        return lead(fields.has('again') ? '#consent-settings' : '');
      });
    }
  });
}

/** Whether the browser sends Global Privacy Control. */
const isPrivate = (headers: IncomingHttpHeaders): boolean => headers['sec-gpc'] === '1';

function answerTo(fields: URLSearchParams, withoutMarketing: boolean): Consent | null {
  switch (fields.get('choice')) {
    case 'all':
      // One press for everything is not meant against what the browser was asked; a ticked box is.
      return consentPurposes.filter((purpose) => purpose !== 'marketing' || !withoutMarketing);
    case 'some':
      return consentPurposes.filter((purpose) => fields.getAll('purpose').includes(purpose));
    case 'none':
      return [];
    default:
      return null;
  }
}

/** State of the consent card for a record. In the app, consent is requested before there is one. */
function describeConsent(agreed: Consent | null): 'all' | 'none' | 'unknown' | ConsentPurpose {
  if (agreed === null) return 'unknown';
  return agreed.length === consentPurposes.length ? 'all' : (agreed[0] ?? 'none');
}

/** Maximum characters of a redirect address. */
const MAX_ADDRESS = 1_000;

/**
 * Path and query of the page with the form, without a query that is too long; default: the start page. The page's token was removed from its
 * address, so the form submits it.
 */
function pageBefore(
  referrer: string | undefined,
  token: string | null,
  { publicOrigin, basePath }: ConsentRouteOptions['settings'],
): string {
  const url = URL.parse(referrer ?? '');
  if (url === null || url.origin !== new URL(publicOrigin).origin) return basePath;
  if (token !== null && !url.searchParams.has('token')) url.searchParams.set('token', token);
  // Two slashes would begin another host.
  const path = url.pathname.replace(/^\/+/, '/');
  return [path + url.search, path].find(({ length }) => length <= MAX_ADDRESS) ?? basePath;
}

import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { agreesTo, CONSENT_COOKIE, type ConsentPurpose, consentPurposes } from '#engine/base/consent.ts';
import { pendingEventsAfter } from '#engine/decide/pending-events.ts';
import type { SetCookie } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { routeTable } from '#engine/routing/route-table.ts';
import { isSameOrigin } from '#server/platform/requests/same-origin.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import { readCookies, writeCookie } from '#server/site/sessions/cookies.ts';
import type { PageFront } from '#server/site/pages/page-front.ts';
import { createReadFacts, isNavigation } from '#server/site/pages/read-facts.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { Secrets } from '#server/platform/tokens/secrets.ts';
import { consentCookie } from '#server/site/consent/consent-record.ts';

export interface ConsentRouteOptions {
  readonly settings: Pick<Settings, 'publicOrigin' | 'basePath' | 'countryHeader' | 'trustedProxies'>;
  readonly secrets: Secrets;
  readonly front: PageFront;
  readonly site: () => Site;
  readonly experiments: Pick<Experiments, 'consented'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
/** Enough for an answer and the longest token. */
const LARGEST_BODY = 8 * 1024;

/**
 * `POST /<locale>/do/consent` with `choice=all`, `none` or `some` (the fields `purpose`) writes the record and returns to the page the
 * visitor was on, `again` to its button that asks again; `choice=ask` returns to the page's card as it is after the present answer,
 * which holds until the next (T2, T3).
 */
export async function addConsentRoute(app: FastifyInstance, options: ConsentRouteOptions): Promise<void> {
  const { settings, front } = options;
  const readFacts = createReadFacts(settings);
  const secure = settings.publicOrigin.startsWith('https:');
  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: LARGEST_BODY }, (_request, body, done) =>
      done(null, new URLSearchParams(body.toString())),
    );
    for (const path of ['/do/consent', '/:locale/do/consent']) {
      routes.post<{ Params: { readonly locale?: string } }>(path, (request, reply) => {
        const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        const choice = fields.get('choice');
        const refuse = (status: 400 | 403): unknown => {
          reply.hijack();
          return front.sendError(request.raw, reply.raw, status);
        };
        const lead = (hash: string): unknown => {
          reply.header('Cache-Control', 'private, no-store');
          const location = pageBefore(request.headers.referer, fields.get('pageToken'), settings) + hash;
          return isNavigation(request.url) ? reply.send({ location }) : reply.redirect(location, 303);
        };
        if (!isSameOrigin(request.headers, settings.publicOrigin)) return refuse(403);
        const cookies = readCookies(request.headers.cookie);
        if (choice === 'ask') return lead(`#consent-${answerOf(cookies[CONSENT_COOKIE])}`);
        const cookie = answerTo(fields, isPrivate(request.headers), options);
        if (cookie === null) return refuse(400);
        const { locales, defaultLocale } = routeTable(options.site());
        const kept = options.experiments.consented({
          cookies,
          statistics: agreesTo(cookie.value, 'statistics'),
          locale: locales.get(request.params.locale ?? '') ?? defaultLocale,
          userAgent: request.headers['user-agent'] ?? '',
          country: readFacts(request.raw, request.url, options.now()).country,
          now: options.now(),
        });
        const left = pendingEventsAfter(cookie.value, cookies);
        const set = [cookie, ...kept, ...left].map((each) =>
          writeCookie(each, { basePath: settings.basePath, secure }),
        );
        reply.header('Set-Cookie', set);
        return lead(fields.has('again') ? '#consent-settings' : '');
      });
    }
  });
}

/** The browser asks not to sell or share anything (Global Privacy Control). */
const isPrivate = (headers: IncomingHttpHeaders): boolean => headers['sec-gpc'] === '1';

function answerTo(
  fields: URLSearchParams,
  withoutMarketing: boolean,
  { secrets, now }: ConsentRouteOptions,
): SetCookie | null {
  switch (fields.get('choice')) {
    case 'all': {
      // One press for everything is not meant against what the browser was asked; a ticked box is.
      const granted = consentPurposes.filter((purpose) => purpose !== 'marketing' || !withoutMarketing);
      return consentCookie(secrets.consent, { granted, at: now() });
    }
    case 'some': {
      const granted = consentPurposes.filter((purpose) => fields.getAll('purpose').includes(purpose));
      return consentCookie(secrets.consent, { granted, at: now() });
    }
    case 'none':
      return consentCookie(secrets.consent, { granted: [], at: now() });
    default:
      return null;
  }
}

/** What the card says of a record: an answer that holds until there is another one. Inside the app it is asked for before there is any. */
function answerOf(value: string | undefined): 'all' | 'none' | 'unknown' | ConsentPurpose {
  if (value === undefined) return 'unknown';
  const agreed = consentPurposes.filter((purpose) => agreesTo(value, purpose));
  return agreed.length === consentPurposes.length ? 'all' : (agreed[0] ?? 'none');
}

/**
 * Path and query of the page that the form stood on; the start page when nobody says. Its token has left the address bar, so the
 * form brings it along.
 */
function pageBefore(
  referrer: string | undefined,
  token: string | null,
  { publicOrigin, basePath }: ConsentRouteOptions['settings'],
): string {
  const url = URL.parse(referrer ?? '');
  if (url === null || url.origin !== new URL(publicOrigin).origin) return basePath;
  if (token !== null && !url.searchParams.has('token')) url.searchParams.set('token', token);
  // Two slashes would name another host.
  return url.pathname.replace(/^\/+/, '/') + url.search;
}

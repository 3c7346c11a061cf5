import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { agreesTo, consentPurposes } from '#engine/base/consent.ts';
import { pendingEventsAfter } from '#engine/decide/pending-events.ts';
import type { SetCookie } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { routeTable } from '#engine/routing/route-table.ts';
import { isSameOrigin } from '#server/platform/requests/same-origin.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import { readCookies, writeCookie } from '#server/site/sessions/cookies.ts';
import type { PageFront } from '#server/site/pages/page-front.ts';
import { isNavigation } from '#server/site/pages/read-facts.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { Secrets } from '#server/platform/tokens/secrets.ts';
import { consentCookie, withdrawnConsent } from '#server/site/consent/consent-record.ts';

export interface ConsentRouteOptions {
  readonly settings: Pick<Settings, 'publicOrigin' | 'basePath'>;
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
 * `POST /<locale>/do/consent` with `choice=all`, `none`, `some` (the fields `purpose`) or `ask`: writes the record, or takes it back, and returns to the page the
 * visitor was on (T2, T3).
 */
export async function addConsentRoute(app: FastifyInstance, options: ConsentRouteOptions): Promise<void> {
  const { settings, front } = options;
  const secure = settings.publicOrigin.startsWith('https:');
  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: LARGEST_BODY }, (_request, body, done) =>
      done(null, new URLSearchParams(body.toString())),
    );
    for (const path of ['/do/consent', '/:locale/do/consent']) {
      routes.post<{ Params: { readonly locale?: string } }>(path, (request, reply) => {
        const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        const cookie = answerTo(fields, isPrivate(request.headers), options);
        const status = isSameOrigin(request.headers, settings.publicOrigin) ? (cookie === null ? 400 : 303) : 403;
        if (cookie === null || status !== 303) {
          reply.hijack();
          return front.sendError(request.raw, reply.raw, status);
        }
        const { locales, defaultLocale } = routeTable(options.site());
        const kept = options.experiments.consented({
          cookies: readCookies(request.headers.cookie),
          statistics: agreesTo(cookie.value, 'statistics'),
          locale: locales.get(request.params.locale ?? '') ?? defaultLocale,
          userAgent: request.headers['user-agent'] ?? '',
          now: options.now(),
        });
        const left = pendingEventsAfter(cookie.value, readCookies(request.headers.cookie));
        const set = [cookie, ...kept, ...left].map((each) =>
          writeCookie(each, { basePath: settings.basePath, secure }),
        );
        reply.header('Cache-Control', 'private, no-store').header('Set-Cookie', set);
        const location = pageBefore(request.headers.referer, fields.get('pageToken'), settings);
        return isNavigation(request.url) ? reply.send({ location }) : reply.redirect(location, 303);
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
      // One press for everything is not meant against what the browser was told; a ticked box is.
      const granted = consentPurposes.filter((purpose) => purpose !== 'marketing' || !withoutMarketing);
      return consentCookie(secrets.consent, { granted, at: now() });
    }
    case 'some': {
      const granted = consentPurposes.filter((purpose) => fields.getAll('purpose').includes(purpose));
      return consentCookie(secrets.consent, { granted, at: now() });
    }
    case 'none':
      return consentCookie(secrets.consent, { granted: [], at: now() });
    case 'ask':
      return withdrawnConsent;
    default:
      return null;
  }
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

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { isUnavailableError } from '#engine/shared/errors.ts';
import { match } from '#engine/decide/match.ts';
import { getSitePlan } from '#engine/decide/plan.ts';
import { readVisitorLanguage } from '#engine/decide/visitor.ts';
import type { Site } from '#engine/documents/types.ts';
import { buildHref } from '#engine/routing/links.ts';
import { readQueryValue, splitUrl, withoutParameters } from '#engine/routing/split-url.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { StaffKey, StaffTranslator } from '#server/admin/staff-translator.ts';
import { isTemporaryFailure } from '#server/http/routes/forms/answer.ts';
import { ConcurrencyLimiter } from '#server/platform/limits/concurrency-limiter.ts';
import { getRateLimitKey } from '#server/platform/limits/rate-limit.ts';
import type { LoadShedder } from '#server/platform/limits/shedding.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { createClientAddressReader } from '#server/site/pages/client-address.ts';
import {
  type ClosedPreview,
  type OpenPreview,
  PREVIEW_PATH,
  type PreviewLinks,
  buildPreviewRoot,
} from '#server/site/previews/preview-links.ts';
import type { PreviewedPage } from '#server/site/publications/visit.ts';
import { inPreview, linkIn, type PreviewPlace } from './in-preview.ts';
import { renderPreviewBar } from './render-preview-bar.ts';
import { hashInline, renderPlainPage } from '../plain-page.ts';

export interface PreviewRouteOptions {
  readonly previews: Pick<PreviewLinks, 'open'>;
  readonly site: () => Site;
  readonly settings: Pick<Settings, 'publicOrigin' | 'basePath' | 'trustedProxies'>;
  readonly getTranslator: (locale: Locale) => StaffTranslator;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly loadShedder?: LoadShedder | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Concurrent renderings, so that a widely shared link cannot overload the server or the thread that checks publications. */
const previewLimits = { perNetwork: 4, total: 8 } as const;
/** Weight of a page in the limit of dynamic requests. */
const WORK = 8;

/** Query parameter of a page that is shown again after a form on it was sent. */
const SENT_PARAMETER = 'preview-form';

interface Params {
  readonly token: string;
  readonly '*'?: string;
}

interface Visit {
  readonly request: FastifyRequest<{ Params: Params }>;
  readonly reply: FastifyReply;
  readonly site: Site;
  /** Language of error pages. */
  readonly locale: Locale;
}

type Refusal = ClosedPreview | 'errors' | 'elsewhere' | 'busy';

const statuses: Readonly<Record<Refusal, number>> = {
  unknown: 404,
  expired: 410,
  revoked: 410,
  discarded: 410,
  withdrawn: 410,
  errors: 422,
  elsewhere: 404,
  busy: 503,
};

/**
 * `GET <base path>do/preview/<token>/<page>`: pages of a draft, a revision or the live content, for anyone with the link. Nothing is counted,
 * stored, cached or set as a cookie; `POST` redirects to the page without an effect.
 */
export function addPreviewRoutes(app: FastifyInstance, options: PreviewRouteOptions): void {
  const { previews, settings, log } = options;
  const { basePath, publicOrigin } = settings;
  const readSender = createClientAddressReader(settings.trustedProxies);
  const places = new ConcurrencyLimiter(previewLimits);

  app.register(async (routes) => {
    routes.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'Cache-Control': 'private, no-store',
        'X-Robots-Tag': 'noindex',
        'Referrer-Policy': 'no-referrer',
      });
    });
    for (const path of [`${PREVIEW_PATH}/:token`, `${PREVIEW_PATH}/:token/*`]) {
      routes.get<{ Params: Params }>(path, { config: { work: WORK } }, async (request, reply) => {
        const site = options.site();
        const visit = { request, reply, site, locale: resolveLocale(request, site) };
        try {
          return await answer(visit);
        } catch (error) {
          const isOutage = isUnavailableError(error) || isTemporaryFailure(error);
          log[isOutage ? 'warn' : 'error']({ err: error, id: request.id }, 'A preview could not be shown.');
          return refuse(visit, 'busy');
        }
      });
      // Responds before the body is read.
      const sent = { onRequest: async (request: FastifyRequest, reply: FastifyReply) => backToPage(request, reply) };
      routes.post(path, sent, (_request, reply) => reply);
    }
  });

  async function answer(visit: Visit): Promise<FastifyReply> {
    const { request, reply, site } = visit;
    const { token } = request.params;
    const preview = await previews.open(token);
    if ('closed' in preview) return refuse(visit, preview.closed);
    // HEAD requests do not render the page.
    if (request.method === 'HEAD') return reply.type('text/html; charset=utf-8').send('');
    if (options.loadShedder?.('pages') === true) return refuse(visit, 'busy');
    const free = places.take(getRateLimitKey(readSender(request.raw).address), () => undefined);
    if (typeof free !== 'function') return refuse(visit, 'busy');
    try {
      const asked = buildPageUrl(request, site, preview);
      const outcome = await preview.visit(asked);
      if (outcome.code === 'REFUSED') return refuse(visit, 'errors');
      const place = buildPlace(asked, buildPreviewRoot(basePath, token));
      if (outcome.code === 'PAGE') return sendPage(visit, preview, outcome, { asked, place });
      const target = linkIn(outcome.location, place);
      return target === null ? refuse(visit, 'elsewhere') : reply.redirect(target, 303);
    } finally {
      free();
    }
  }

  /** Address of the page on the live site. */
  function buildPageUrl({ raw, params }: Visit['request'], site: Site, { link }: OpenPreview): string {
    const { path, query } = splitUrl(raw.url ?? '/');
    const page = path.slice(buildPreviewRoot(basePath, params.token).length);
    const rest = withoutParameters(query, [SENT_PARAMETER]);
    const start = page === '' || page === '/';
    const address = start ? buildHref(site, link) : basePath + page.slice(1);
    return rest === '' ? address : `${address}?${rest}`;
  }

  function buildPlace(asked: string, root: string): PreviewPlace {
    const { path, query } = splitUrl(asked);
    const here = `${root}${path.slice(basePath.length - 1)}${query === '' ? '' : `?${query}`}`;
    return { root, here, basePath, publicOrigin, query: '' };
  }

  function sendPage(
    { request, reply }: Visit,
    preview: OpenPreview,
    page: PreviewedPage,
    { asked, place }: { readonly asked: string; readonly place: PreviewPlace },
  ): FastifyReply {
    const { query } = splitUrl(asked);
    const keys = page.experiments.map(({ key }) => key);
    const chosen = query.split('&').filter((pair) => keys.includes(pair.split('=', 1)[0] ?? ''));
    const within = { ...place, query: chosen.join('&') };
    const bar = renderPreviewBar({
      preview,
      page,
      t: options.getTranslator(page.locale),
      languageHref: (href) => linkIn(href, place) ?? place.here,
      variationHref(experiment, index) {
        const [path = ''] = place.here.split('?', 1);
        const rest = withoutParameters(query, [experiment]);
        return `${path}?${rest === '' ? '' : `${rest}&`}${experiment}=${index}`;
      },
      isFormSent: readQueryValue(splitUrl(request.raw.url ?? '').query, SENT_PARAMETER) !== null,
    });
    const clock = buildClock(page, preview.now - options.now(), publicOrigin);
    const html = inPreview(page.html, within).replace(/<body\b[^>]*>/, (body) => body + bar + clock.markup);
    return reply
      .code(page.status)
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', buildPolicy(clock))
      .send(html);
  }

  function backToPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { path, query } = splitUrl(request.raw.url ?? '/');
    const rest = withoutParameters(query, [SENT_PARAMETER]);
    return reply.redirect(`${path}?${rest === '' ? '' : `${rest}&`}${SENT_PARAMETER}=1`, 303);
  }

  /** A plain error page in the visitor's language, without rendering the site. */
  function refuse({ request, reply, locale }: Visit, reason: Refusal): FastifyReply {
    const t = options.getTranslator(locale);
    const key: StaffKey = `previewBar.${reason}`;
    const { html, policy } = renderPlainPage({
      locale,
      title: t(key),
      text: t(reason === 'busy' ? 'previewBar.again' : 'previewBar.ask'),
    });
    if (reason === 'busy') reply.header('Retry-After', '5');
    return reply
      .code(statuses[reason])
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', policy)
      .send(request.method === 'HEAD' ? '' : html);
  }
}

/** Language of the requested page, else of the visitor. */
function resolveLocale({ raw, params }: Visit['request'], site: Site): Locale {
  const { '*': page = '' } = params;
  const visitor = { cookies: {}, acceptLanguage: raw.headers['accept-language'] ?? '' };
  return readVisitorLanguage({ match: match(site.deployment.basePath + page, site) }, visitor, getSitePlan(site))
    .locale;
}

/** Script that runs countdowns by the clock of the preview, with its CSP sources; empty for pages without countdowns. */
interface Clock {
  readonly markup: string;
  readonly sources: string;
}

/** @param offset milliseconds by which the clock of the preview is ahead */
function buildClock({ clocks }: PreviewedPage, offset: number, origin: string): Clock {
  if (clocks.length === 0) return { markup: '', sources: '' };
  const code = `{const now=Date.now;Date.now=()=>now()+${offset}}`;
  const modules = clocks.map((module) => `<script type="module" src="${module}"></script>`).join('');
  return {
    markup: `<script>${code}</script>${modules}`,
    sources: [hashInline(code), ...clocks.map((module) => origin + module)].join(' '),
  };
}

/** Content security policy: images, fonts and styles of this site, no connections; scripts only for countdowns. */
function buildPolicy({ sources }: Clock): string {
  const scripts =
    sources === ''
      ? 'sandbox allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'
      : `script-src ${sources}`;
  return `default-src 'none'; img-src 'self' data:; media-src 'self'; font-src 'self'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'; ${scripts}`;
}

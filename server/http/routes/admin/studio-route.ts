import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { escapeHtml } from '#engine/shared/escape.ts';
import { STUDIO_PATH } from '#engine/shared/reserved.ts';
import { buildUpgradePolicy } from '#engine/shared/build-upgrade-policy.ts';
import type { Site } from '#engine/documents/types.ts';
import { buildHref } from '#engine/routing/links.ts';
import { splitUrl } from '#engine/routing/split-url.ts';
import type { StudioStart } from '#engine/studio/protocol.ts';
import { staffTexts } from '#schemas/generated/texts/staff.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { isTemporaryFailure } from '#server/http/routes/forms/answer.ts';
import { whileStaffWait } from '#server/platform/database/database-health.ts';
import { getRateLimitKey } from '#server/platform/limits/rate-limit.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { createClientAddressReader } from '#server/site/pages/client-address.ts';
import type { PageHandler } from '#server/site/pages/page-handler.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import { listDefaultPages } from '#server/site/store/default-pages.ts';
import type { SiteStore } from '#server/site/store/site-store.ts';
import { type AdminSessionPorts, createAdminRequest, readAdminSession } from './admin-request.ts';
import { resolveRequestLocale, type Params } from './request-target.ts';
import { createRefuse } from './refuse.ts';

export interface StudioRouteOptions extends AdminSessionPorts {
  readonly ports: PlatformPorts;
  readonly settings: Pick<Settings, 'publicOrigin' | 'basePath' | 'trustedProxies'>;
  readonly site: () => Site;
  readonly siteStore: Pick<SiteStore, 'compile'>;
  readonly pageHandler: Pick<PageHandler, 'sendError'>;
  readonly log: Logger;
  /** Path of the application below the base path; empty in development, which has no drafts. */
  readonly script: string;
}

/** Milliseconds, while the database is healthy. */
const TIMEOUT_MS = 60_000;
const START = '/admin';
const SIGN_IN = '/admin/signin';
const CONTENT = '/admin/content';
const EXPERIMENTS = '/admin/splitgenerator';

/**
 * `GET /<locale>/admin/studio?document=…&draft=…`: the page of the editing application. It is not a document (decision 051) and contains no
 * content; the application loads that with the permission `author`, which this page requires as well.
 */
export function addStudioRoute(app: FastifyInstance, options: StudioRouteOptions): void {
  const { settings, ports, log, script } = options;
  const refuse = createRefuse(options.pageHandler);
  const readSender = createClientAddressReader(settings.trustedProxies);
  for (const path of [STUDIO_PATH, `/:locale${STUDIO_PATH}`])
    app.get<{ Params: Params }>(path, async (request, reply) => {
      try {
        const work = whileStaffWait(ports.database.databaseHealth, () => answer(request, reply));
        return await withTimeout(TIMEOUT_MS, 'The studio', work);
      } catch (error) {
        const isOutage = isTemporaryFailure(error);
        log[isOutage ? 'warn' : 'error']({ err: error, id: request.id }, 'The studio could not be shown.');
        return refuse(request, reply, isOutage ? 503 : 500, isOutage ? ['Retry-After', '30'] : []);
      }
    });

  async function answer(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply): Promise<unknown> {
    const site = options.site();
    const locale = resolveRequestLocale(request.params, site);
    if (locale === undefined) return reply.callNotFound();
    const session = await readAdminSession(options, readCookies(request.headers.cookie));
    const { query } = splitUrl(request.raw.url ?? '');
    const at = {
      site,
      locale,
      path: STUDIO_PATH,
      query,
      network: getRateLimitKey(readSender(request.raw).address),
    };
    const asked = createAdminRequest(options, session, at);
    const [document, draft] = [asked.query.get('document') ?? '', asked.query.get('draft') ?? ''];
    const back = asked.href(CONTENT, { ...(document !== '' && { document }), ...(draft !== '' && { draft }) });
    if (session.user === null) {
      const next = `${CONTENT}?${new URLSearchParams({ document, draft }).toString()}`;
      return lead(reply, buildHref(site, { path: SIGN_IN, locale, query: new URLSearchParams({ next }).toString() }));
    }
    if (!session.user.permissions.includes('author')) return refuse(request, reply, 403);
    if (script === '' || document === '' || draft === '') return lead(reply, back);
    const start: StudioStart = {
      locale,
      texts: Object.fromEntries(Object.entries(staffTexts[locale]).filter(([key]) => key.startsWith('studio.'))),
      locales: site.config.locales.available,
      document,
      draft,
      addresses: {
        open: asked.fileHref('studio-document', { document, draft }),
        impact: asked.fileHref('studio-impact', { document, draft }),
        blocks: asked.fileHref('studio-blocks', { draft }),
        frame: asked.fileHref('studio-frame', { draft }),
        preview: asked.actionHref('studio-preview'),
        save: asked.actionHref('studio-save'),
        upload: asked.actionHref('studio-upload'),
        rule: asked.fileHref('rule-page'),
        image: asked.fileHref('picture'),
        media: asked.href('/admin/media'),
        back,
        settings: asked.href(CONTENT, { document, draft, part: 'settings' }),
        publish: asked.href('/admin/publish', { draft }),
        variation: asked.actionHref('studio-variation'),
        studio: asked.href(STUDIO_PATH, { draft }),
        experiment: session.user.permissions.includes('experiments') ? asked.href(EXPERIMENTS, { draft }) : '',
      },
      hidden: asked.hidden(),
    };
    const styles = await readStyles(site, locale);
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'Cache-Control': 'private, no-store',
        'X-Robots-Tag': 'noindex',
        'Content-Security-Policy': buildPolicy(styles, settings.publicOrigin.startsWith('https:')),
      })
      .send(renderPage(start, styles, settings.basePath + script));
  }

  /** Fonts, colours and typography of the admin area. */
  async function readStyles(site: Site, locale: Locale): Promise<string> {
    const pages = [...listDefaultPages(site, options.ports.clock.now())];
    const page = pages.find((each) => each.path === START && each.locale === locale);
    return page === undefined ? '' : (await options.siteStore.compile({ site, ...page })).navigation.css;
  }
}

function lead(reply: FastifyReply, location: string): FastifyReply {
  return reply.header('Cache-Control', 'private, no-store').redirect(location, 303);
}

/** Content security policy: only the application's script, no `eval`, and Trusted Types. */
function buildPolicy(styles: string, secure: boolean): string {
  const style = `'sha256-${createHash('sha256').update(styles).digest('base64')}'`;
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${style}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return buildUpgradePolicy(directives.join('; '), secure);
}

function renderPage(start: StudioStart, styles: string, script: string): string {
  // Escapes `<`, so that the data cannot close its element.
  const data = JSON.stringify(start).replaceAll('<', '\\u003c');
  const title = escapeHtml(start.texts['studio.title'] ?? '');
  return `<!doctype html><html lang="${start.locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${styles}</style><script type="application/json" id="start">${data}</script><script type="module" src="${escapeHtml(script)}"></script></head><body><div id="studio"></div></body></html>`;
}

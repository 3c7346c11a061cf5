import { computeWindowState } from '#engine/shared/wall-time.ts';
import { planDocument } from '#engine/decide/plan.ts';
import { findTestedDocument } from '#engine/documents/find-tested-document.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { listAlternates, buildCanonicalUrl } from '#engine/routing/links.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import { escapeHtml } from '#engine/shared/escape.ts';
import { getDocumentPath } from '#server/site/store/default-pages.ts';

/** `sitemap.xml` (sitemaps.org protocol) with language alternates of all indexable pages (O4). */
export function buildSitemap(site: Site, now: number): string {
  const urls = [...site.documents.values()]
    .filter((document) => isListed(site, document, now) && answersAlone(site, document))
    .flatMap((document) => urlEntries(site, getDocumentPath(site, document)));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

/** A deployment that must not be indexed still allows crawling: crawlers see `noindex` only in the headers of pages. */
export function buildRobots({ deployment }: Site, listed: boolean): string {
  const { basePath, publicOrigin } = deployment;
  const closed = ['api/', 'graphql', 'sub/', 'do/', 'dev/', 'acquisition/', 'entrance/'].map(
    (path) => `Disallow: ${basePath}${path}`,
  );
  const map = listed ? [`Sitemap: ${publicOrigin}${basePath}sitemap.xml`, ''] : [];
  return ['User-agent: *', ...closed, '', ...map].join('\n');
}

/** Evaluated per request, because windows open and close; lists are cached for a minute at most. */
function isListed(site: Site, document: ResolvedDocument, now: number): boolean {
  const { meta, status, window, bases, kind, slug } = document;
  const isVariation =
    (kind === 'landing' && bases.length > 0 && slug === undefined) ||
    findTestedDocument(site, document.id, { redirects: true }) !== null;
  const open = window === undefined || computeWindowState(window, now) === 'open';
  return meta.index !== false && status === undefined && !isVariation && open && letsEverybodyIn(site, document);
}

function letsEverybodyIn(site: Site, document: ResolvedDocument): boolean {
  return planDocument(document, site).guards.every(({ definition }) => definition.listed === true);
}

/** While the site requires a code, the default landing has no address without one. */
function answersAlone(site: Site, document: ResolvedDocument): boolean {
  return createRouteTable(site).routes.get(getDocumentPath(site, document))?.document === document.id;
}

function urlEntries(site: Site, path: string): string[] {
  const links = listAlternates(site, path);
  const alternateLines = links.map(
    ({ hreflang, href }) => `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(href)}"/>`,
  );
  const locales = links.length === 0 ? [site.config.locales.default] : site.config.locales.available;
  return locales.map((locale) =>
    [
      `  <url>`,
      `    <loc>${escapeHtml(buildCanonicalUrl(site, path, locale))}</loc>`,
      ...alternateLines,
      `  </url>`,
    ].join('\n'),
  );
}

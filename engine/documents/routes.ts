import { DEFAULT_LANDING } from '#engine/shared/default-landing.ts';
import { locales, type Locale } from '#schemas/generated/vocabulary.ts';
import type { ExpandedDocument } from './inheritance/expander.ts';
import { getOrigin, locateInside } from './inheritance/origin.ts';
import type { SourceLocation } from './source-location.ts';
import { isObject } from './json.ts';
import type { DocumentId } from './types.ts';
import type { WrittenDocument } from './written.ts';

/** A path of a document, with its position. A former address (`redirect`) belongs to the site document. */
export interface WrittenRoute {
  readonly path: string;
  readonly document: DocumentId;
  readonly kind: 'page' | 'landing' | 'redirect';
  /** The language whose address it is; absent for routes and slugs. */
  readonly locale?: Locale;
  readonly location: SourceLocation;
}

/** Routes of pages and slugs of landings, each followed by the document's addresses in other languages; `landings/default` without a slug is `/`. */
export function listRoutes(expanded: Iterable<ExpandedDocument>): readonly WrittenRoute[] {
  const routes: WrittenRoute[] = [];
  for (const { id, head, written } of expanded) {
    const { kind } = written;
    if (kind !== 'page' && kind !== 'landing') continue;
    const { route, slug, addresses } = head;
    const location = (...path: string[]): SourceLocation => locateInside(getOrigin(head), path);
    if (kind === 'page' && typeof route === 'string')
      routes.push({ path: route, document: id, kind, location: location('route') });
    // An empty one is a separate mistake, not the start page.
    if (kind === 'landing' && typeof slug === 'string' && slug !== '')
      routes.push({ path: `/${slug}`, document: id, kind, location: location('slug') });
    else if (kind === 'landing' && slug === undefined && id === DEFAULT_LANDING)
      routes.push({ path: '/', document: id, kind, location: { file: written.file, path: [] } });
    for (const [language, path] of Object.entries(isObject(addresses) ? addresses : {})) {
      const locale = locales.find((each) => each === language);
      if (locale !== undefined && typeof path === 'string')
        routes.push({ path, document: id, kind, locale, location: location('addresses', locale) });
    }
  }
  return routes;
}

/** Former addresses that the site document redirects. */
export function listRedirects(site: WrittenDocument | undefined): readonly WrittenRoute[] {
  const redirects = site?.value['redirects'];
  if (site === undefined || !isObject(redirects)) return [];
  return Object.keys(redirects).map((path) => ({
    path,
    document: site.id,
    kind: 'redirect',
    location: { file: site.file, path: ['redirects', path] },
  }));
}

/** `/error/404` → `error`. */
export function getFirstSegment(path: string): string {
  return path.split('/')[1] ?? '';
}

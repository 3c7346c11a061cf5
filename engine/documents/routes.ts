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
  readonly location: SourceLocation;
}

/** Routes of pages and slugs of landings; `landings/default` without a slug is `/`. */
export function listRoutes(expanded: Iterable<ExpandedDocument>): readonly WrittenRoute[] {
  const routes: WrittenRoute[] = [];
  for (const { id, head, written } of expanded) {
    const { kind } = written;
    const { route, slug } = head;
    const location = (key: string): SourceLocation => locateInside(getOrigin(head), [key]);
    if (kind === 'page' && typeof route === 'string')
      routes.push({ path: route, document: id, kind, location: location('route') });
    if (kind !== 'landing') continue;
    // An empty one is a separate mistake, not the start page.
    if (typeof slug === 'string' && slug !== '')
      routes.push({ path: `/${slug}`, document: id, kind, location: location('slug') });
    else if (slug === undefined && id === 'landings/default')
      routes.push({ path: '/', document: id, kind, location: { file: written.file, path: [] } });
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

import { findTestedDocument } from '#engine/documents/find-tested-document.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import { routeTable } from '#engine/routing/route-table.ts';

/** The canonical path of a page: that of the tested document for a variation at its own URL. */
export function canonicalPath(site: Site, document: DocumentId, path: string): string {
  const tested = findTestedDocument(site, document);
  return (tested === null ? undefined : routeTable(site).paths.get(tested)) ?? path;
}

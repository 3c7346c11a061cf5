import { findTestedDocument } from '#engine/documents/find-tested-document.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';

/** The canonical path of a page: that of the tested document for a variation at its own URL. */
export function findCanonicalPath(site: Site, document: DocumentId, path: string): string {
  const tested = findTestedDocument(site, document);
  return (tested === null ? undefined : createRouteTable(site).paths.get(tested)) ?? path;
}

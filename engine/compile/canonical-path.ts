import { testedDocumentOf } from '#engine/documents/tested-document.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import { routeTable } from '#engine/routing/route-table.ts';

/** The path of a page as search engines know it: that of the tested document for an arm at an address of its own. */
export function canonicalPath(site: Site, document: DocumentId, path: string): string {
  const tested = testedDocumentOf(site, document);
  return (tested === null ? undefined : routeTable(site).paths.get(tested)) ?? path;
}

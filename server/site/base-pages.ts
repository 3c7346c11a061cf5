import type { DocumentId, Facets, Site } from '#engine/documents/types.ts';
import type { PageRequest } from '#server/pages/page-store.ts';

const RESTING: Readonly<Record<string, string>> = { inviter: 'unknown', webView: 'no', consent: 'unknown' };

/** Facets of a visitor about whom nothing is known. */
export function restingFacets(site: Site, document: DocumentId): Facets {
  const facets = site.documents.get(document)?.facets ?? [];
  return Object.fromEntries(facets.map((facet) => [facet, RESTING[facet] ?? 'before']));
}

/** Every document in every language as a first visitor gets it: what is compiled before anybody asks. */
export function* basePages(site: Site): Generator<PageRequest> {
  for (const document of site.documents.values()) {
    for (const locale of site.config.locales.available) {
      const path = document.route ?? `/${document.slug ?? ''}`;
      yield { document: document.id, locale, arms: [], facets: restingFacets(site, document.id), path };
    }
  }
}

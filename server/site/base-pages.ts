import type { DocumentId, Facets, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { routeTable } from '#engine/routing/route-table.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { PageRequest } from '#server/pages/page-store.ts';

const RESTING: Readonly<Record<string, string>> = {
  inviter: 'unknown',
  webView: 'no',
  consent: 'unknown',
  waitingList: 'none',
  preferences: 'open',
  product: 'none',
  login: 'link',
};

/** Facets of a visitor about whom nothing is known. */
export function restingFacets(site: Site, document: DocumentId): Facets {
  const facets = site.documents.get(document)?.facets ?? [];
  return Object.fromEntries(facets.map((facet) => [facet, RESTING[facet] ?? 'before']));
}

/** Path after base path and language; a landing without an address of its own is the root. */
export function pathOf(site: Site, { id }: ResolvedDocument): string {
  return routeTable(site).paths.get(id) ?? '/';
}

/** Every document in every language as a first visitor gets it: what is compiled before anybody asks. */
export function* basePages(site: Site): Generator<PageRequest> {
  for (const document of site.documents.values()) {
    for (const locale of site.config.locales.available) yield basePage(site, document, locale);
  }
}

/**
 * Pages that are rendered before a site is accepted, in the default language: documents that changed, or those the engine itself
 * sends when there was no site before (a build has rendered all others).
 */
export function* trialPages(site: Site, before: Site | null): Generator<PageRequest> {
  const own = Object.values(site.config.documents);
  for (const document of site.documents.values()) {
    const tried =
      before === null ? own.includes(document.id) : before.documents.get(document.id)?.hash !== document.hash;
    if (tried) yield basePage(site, document, site.config.locales.default);
  }
}

function basePage(site: Site, document: ResolvedDocument, locale: Locale): PageRequest {
  return {
    document: document.id,
    locale,
    arms: [],
    facets: restingFacets(site, document.id),
    path: pathOf(site, document),
  };
}

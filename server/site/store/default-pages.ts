import type { DocumentId, Facets, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { readFacets } from '#engine/decide/facets.ts';
import { hashForms } from '#engine/decide/forms.ts';
import type { PageDecision } from '#engine/decide/types.ts';
import { planDocument, sitePlan } from '#engine/decide/plan.ts';
import { routeTable } from '#engine/routing/route-table.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** What a decision says about the page to send. */
export type StoredPageRequest = Pick<
  PageDecision,
  'document' | 'locale' | 'variations' | 'facets' | 'path' | 'notice' | 'moved' | 'country'
>;

/** Facets of a visitor about whom nothing is known, who comes at `now` (milliseconds since the epoch). */
export function defaultFacets(site: Site, id: DocumentId, now: number): Facets {
  const document = site.documents.get(id);
  if (document === undefined) return {};
  const nobody = { facts: { cookies: {}, consent: null, now }, site, query: '', match: {} };
  return readFacets(planDocument(document, site).facets, nobody).facets;
}

/** Path after base path and language; a landing without an address of its own is the root. */
export function getDocumentPath(site: Site, { id }: ResolvedDocument): string {
  return routeTable(site).paths.get(id) ?? '/';
}

/** Every document in every language as a first visitor gets it at `now`: what is compiled before anybody asks. */
export function* defaultPages(site: Site, now: number): Generator<StoredPageRequest> {
  for (const document of site.documents.values()) {
    for (const locale of site.config.locales.available) yield basePage(site, document, locale, now);
  }
}

/**
 * Pages that are rendered before a site is accepted, in the default language: documents that changed, or those the engine itself
 * sends when there was no site before (a build has rendered all others).
 */
export function* smokeTestPages(site: Site, before: Site | null, now: number): Generator<StoredPageRequest> {
  const own = Object.values(site.config.documents);
  for (const document of site.documents.values()) {
    const tried =
      before === null ? own.includes(document.id) : hashLook(before, document.id) !== hashLook(site, document.id);
    if (tried) yield basePage(site, document, site.config.locales.default, now);
  }
}

/** Everything that a document says of its page itself. */
function hashLook(site: Site, id: DocumentId): string {
  const document = site.documents.get(id);
  return document === undefined ? '' : `${document.hash} ${hashForms(document, site)}`;
}

function basePage(site: Site, document: ResolvedDocument, locale: Locale, now: number): StoredPageRequest {
  return {
    document: document.id,
    locale,
    variations: [],
    facets: defaultFacets(site, document.id, now),
    path: getDocumentPath(site, document),
    country: planDocument(document, site).asksCountry ? sitePlan(site).country : undefined,
  };
}

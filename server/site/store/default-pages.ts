import type { DocumentId, Facets, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { readCountry } from '#engine/decide/country.ts';
import { readFacets } from '#engine/decide/facets.ts';
import { hashForms } from '#engine/decide/forms.ts';
import type { PageDecision } from '#engine/decide/types.ts';
import { planDocument, getSitePlan } from '#engine/decide/plan.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** The part of a decision that selects a page. */
export type StoredPageRequest = Pick<
  PageDecision,
  'document' | 'locale' | 'variations' | 'facets' | 'path' | 'notice' | 'moved' | 'country'
>;

/** Facets of a visitor without known facts at `now` (milliseconds since the epoch). */
export function getDefaultFacets(site: Site, id: DocumentId, now: number): Facets {
  const document = site.documents.get(id);
  if (document === undefined) return {};
  const nobody = { facts: { cookies: {}, consent: null, now }, site, query: '', match: {} };
  return readFacets(planDocument(document, site).facets, nobody).facets;
}

/** Path after base path and language; the root for a landing without an address. */
export function getDocumentPath(site: Site, { id }: ResolvedDocument): string {
  return createRouteTable(site).paths.get(id) ?? '/';
}

/** All documents in all languages for a first visit at `now`: compiled ahead. */
export function* listDefaultPages(site: Site, now: number): Generator<StoredPageRequest> {
  for (const document of site.documents.values()) {
    for (const locale of site.config.locales.available) yield basePage(site, document, locale, now);
  }
}

/** One of these; `undefined` for an unknown document. */
export function findDefaultPage(
  site: Site,
  { document: id, locale }: Pick<StoredPageRequest, 'document' | 'locale'>,
  now: number,
): StoredPageRequest | undefined {
  const document = site.documents.get(id);
  const isAvailable = document !== undefined && site.config.locales.available.includes(locale);
  return isAvailable ? basePage(site, document, locale, now) : undefined;
}

/**
 * Pages that are rendered before a site is accepted, in the default language: changed documents, or those sent by the engine itself on start (a build has
 * rendered all others).
 */
export function* listSmokeTestPages(site: Site, before: Site | null, now: number): Generator<StoredPageRequest> {
  const own = Object.values(site.config.documents);
  for (const document of site.documents.values()) {
    const tried =
      before === null ? own.includes(document.id) : hashLook(before, document.id) !== hashLook(site, document.id);
    if (tried) yield basePage(site, document, site.config.locales.default, now);
  }
}

/** Hash of everything that a document defines about its page. */
function hashLook(site: Site, id: DocumentId): string {
  const document = site.documents.get(id);
  return document === undefined ? '' : `${document.hash} ${hashForms(document, site)}`;
}

function basePage(site: Site, document: ResolvedDocument, locale: Locale, now: number): StoredPageRequest {
  return {
    document: document.id,
    locale,
    variations: [],
    facets: getDefaultFacets(site, document.id, now),
    path: getDocumentPath(site, document),
    country: readCountry({ country: null }, planDocument(document, site), getSitePlan(site).country).country,
  };
}

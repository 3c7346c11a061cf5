import { InternalError } from '#engine/shared/errors.ts';
import { listExperimentsOn } from '#engine/documents/list-experiments-on.ts';
import type { DocumentId, ResolvedDocument, Site, SiteJourney } from '#engine/documents/types.ts';
import type { Need } from '#engine/guards/facts.ts';
import { guardNamed } from '#engine/guards/index.ts';
import type { PlannedGuard } from '#engine/guards/types.ts';
import { type RouteTable, createRouteTable } from '#engine/routing/route-table.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { listClaimCountries } from './list-claim-countries.ts';
import { asksCountry, readSiteCountry } from './country.ts';
import { type DataNeed, listDataNeeds } from './data.ts';
import { CONSENT_FACET, type PlannedFacet, planFacet } from './facets.ts';
import { listForms } from './forms.ts';
import type { DocumentNeeds, PlannedDocument } from './journey.ts';
import { collectNeedDefinitions } from './needs.ts';
import { listPrefillableForms, type PrefillableForm } from './prefill-form.ts';

/** Precomputed inputs for decisions about a document, once per revision. */
export interface DocumentPlan extends PlannedDocument {
  /** Facts needed for it and for its fallback documents. */
  readonly needs: readonly Need[];
  readonly facets: readonly PlannedFacet[];
  /** Whether a form has a required country. */
  readonly asksCountry: boolean;
  /** Countries with figures of their own in the claims of its texts. */
  readonly claimCountries: ReadonlySet<string>;
  /** Queries of its blocks, executed with each request. */
  readonly data: readonly DataNeed[];
  readonly prefillable: readonly PrefillableForm[];
  /** Whether facts from fact loaders select or fill the page, so that it must not be shared. */
  readonly personal: boolean;
  /** Whether consent is all it reads from cookies. */
  readonly readsConsentOnly: boolean;
  readonly varyPrefixed: readonly string[];
  readonly varyUnprefixed: readonly string[];
}

/** Precomputed inputs that depend on the site only. */
export interface SitePlan {
  readonly site: Site;
  readonly table: RouteTable;
  readonly documents: Map<DocumentId, DocumentPlan>;
  /** Facts needed for a path claimed by a journey. */
  readonly claimedNeeds: Map<SiteJourney, readonly Need[]>;
  /** Country where the visitor's is unknown: that of the top-level domain. */
  readonly country: string | undefined;
  /** Confidential query parameters. */
  readonly secretParameters: readonly string[];
}

const plans = new WeakMap<Site, SitePlan>();

export function getSitePlan(site: Site): SitePlan {
  const known = plans.get(site);
  if (known !== undefined) return known;
  const plan: SitePlan = {
    site,
    table: createRouteTable(site),
    documents: new Map(),
    claimedNeeds: new Map(),
    country: readSiteCountry(site),
    secretParameters: site.journeys.flatMap(({ secretParameters = [] }) => secretParameters),
  };
  plans.set(site, plan);
  return plan;
}

/** The plan of a document. Throws for an unknown document, guard or facet; `npm run check` finds these before. */
export function getDocumentPlan(id: DocumentId, { site, documents }: SitePlan): DocumentPlan {
  const known = documents.get(id);
  if (known !== undefined) return known;
  const plan = makePlan(id, site);
  documents.set(id, plan);
  return plan;
}

function makePlan(id: DocumentId, site: Site): DocumentPlan {
  const document = site.documents.get(id);
  if (document === undefined)
    throw new InternalError(`The document "${id}" does not exist in revision ${site.revision}.`);
  return planDocument(document, site);
}

/** The plan of a document that need not be part of the site, such as a combination of variations. */
export function planDocument(document: ResolvedDocument, site: Site): DocumentPlan {
  const own = planParts(document, site);
  const definitions = collectNeedDefinitions(site.journeys);
  const bases = document.bases.flatMap((base) => site.documents.get(base) ?? []);
  const variations = listVariationDocuments(document.id, site).flatMap(
    (variation) => site.documents.get(variation) ?? [],
  );
  const others = [...bases, ...variations].map((other) => planParts(other, site));
  const data = listDataNeeds(document);
  const reads = [...own.reads, ...own.needs.flatMap((need) => definitions[need]?.reads ?? [])];
  return {
    document,
    guards: own.guards,
    needs: unique([own, ...others].flatMap(({ needs }) => needs)),
    facets: own.facets,
    forms: own.forms,
    asksCountry: asksCountry(own.forms, site),
    claimCountries: listClaimCountries(document, site),
    data,
    prefillable: listPrefillableForms(document, site),
    personal: own.personal || data.length > 0,
    readsConsentOnly: own.readsConsentOnly,
    varyPrefixed: unique(reads),
    varyUnprefixed: unique(['Accept-Language', 'Cookie', ...reads]),
  };
}

/** Facts needed for a path claimed by a journey, which may lead to any landing. */
export function listExtensionNeeds(journey: SiteJourney, plan: SitePlan): readonly Need[] {
  let needs = plan.claimedNeeds.get(journey);
  if (needs === undefined) {
    const landings = [...plan.site.documents.values()].filter(({ kind }) => kind === 'landing');
    const theirs = landings.flatMap(({ id }) => getDocumentPlan(id, plan).needs);
    needs = unique([...(journey.routeExtension?.needs ?? []), ...theirs]);
    plan.claimedNeeds.set(journey, needs);
  }
  return needs;
}

interface Parts {
  readonly guards: readonly PlannedGuard[];
  readonly facets: readonly PlannedFacet[];
  readonly forms: ReadonlySet<FormName>;
  readonly needs: readonly Need[];
  readonly personal: boolean;
  readonly reads: readonly string[];
  readonly readsConsentOnly: boolean;
}

/** The plan of one document, without the documents that may replace it. */
function planParts(document: ResolvedDocument, site: Site): Parts {
  const { journeys } = site;
  const forms = new Set(listForms(document, site));
  const guards = document.guards.map((options) => ({ definition: guardNamed(options.name, journeys), options }));
  const facets = document.facets.map((facet) => planFacet(facet, document, journeys));
  const ofGuards = guards.flatMap(({ definition, options }) => definition.reads(options));
  const readsCookies = facets.filter(({ definition }) => definition.reads?.includes('Cookie') === true);
  const ofVisitor: readonly Need[] = [
    ...guards.flatMap(({ definition }) => definition.needs),
    ...facets.flatMap(({ definition }) => definition.needs ?? []),
  ];
  const ofJourneys = journeys.flatMap((journey): readonly DocumentNeeds[] => {
    const needs = journey.documentNeeds?.(document, forms, site) ?? null;
    return needs === null ? [] : [needs];
  });
  return {
    guards,
    facets,
    forms,
    needs: [...ofVisitor, ...ofJourneys.flatMap(({ needs }) => needs)],
    personal: ofVisitor.length > 0 || ofJourneys.some(({ personal }) => personal),
    reads: [...ofGuards, ...facets.flatMap(({ definition }) => definition.reads ?? [])],
    readsConsentOnly: !ofGuards.includes('Cookie') && readsCookies.every(({ name }) => name === CONSENT_FACET),
  };
}

/** Choosing a variation needs the facts of all of them. */
function listVariationDocuments(id: DocumentId, site: Site): DocumentId[] {
  return listExperimentsOn(id, site).flatMap(({ variations }) => variations.map(({ variant }) => variant));
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

import type { DocumentId, Facets } from '#engine/documents/types.ts';
import { readUserAgent } from '#engine/experiments/user-agent.ts';
import { withoutCampaign } from '#engine/routing/campaign.ts';
import { withoutLanguageSwitch, getRouteName } from '#engine/routing/links.ts';
import { escapeLocationPath, readQueryValue, withoutParameters } from '#engine/routing/split-url.ts';
import { minNullable } from './min-nullable.ts';
import type { VariationsDecision } from './experiments/index.ts';
import { buildStatusValues } from './build-status-values.ts';
import { readCountry } from './country.ts';
import { buildPendingEventsCookie } from './pending-events.ts';
import { readFacets } from './facets.ts';
import type { ExtensionPage, PageAddition } from './journey.ts';
import { type DocumentPlan, getDocumentPlan, type SitePlan } from './plan.ts';
import { prefillForm } from './prefill-form.ts';
import { getOwnPath, type Request, selectVary } from './request.ts';
import { STAFF_START } from './staff-start.ts';
import type { Match, PageDecision, SetCookie } from './types.ts';
import { buildPageCookies } from './visitor.ts';

/** @param claimed The journey's result for the path, if it is claimed. */
export function decideRequestedPage(
  request: Request,
  document: DocumentPlan,
  decided: VariationsDecision,
  validUntil: number | null,
  claimed: ExtensionPage | null,
): PageDecision {
  const { match, query, plan } = request;
  const { shown, variations, exposures, featureUsage, forced, redirects, withdrawn, surplus } = decided;
  const { id } = (redirects ? shown : document).document;
  // A claimed path is not a URL of the document: links of the page lead to its document with the claim in the query.
  const path = claimed !== null || redirects ? (plan.table.paths.get(id) ?? '/') : ownAddress(match, plan);
  const linkQuery = buildLinkQuery(query, claimed);
  const { values: added, notice, filled, notes } = additionsTo(shown, request, linkQuery);
  const isError = shown.document.status === 500;
  const parameters = id === plan.site.config.documents.notFound ? { ...added, asked: path } : added;
  const values = isError ? { ...parameters, ...buildStatusValues(500, path) } : parameters;
  const isOwn = shown.personal || match.claimedBy !== undefined || filled !== undefined;
  const { country, vary, personal } = readCountry(request.facts, shown, plan.country);
  return page(request, shown, {
    document: id,
    variations,
    exposures,
    featureUsage,
    forced,
    moved: redirects,
    moreCookies: decided.cookies,
    withdrawn,
    surplus,
    status: claimed?.status ?? (isError ? 500 : 200),
    outcome: 'requested',
    path,
    notice,
    filled,
    data: shown.data.length === 0 ? undefined : shown.data,
    notes,
    values: linkQuery === '' ? (values ?? NO_VALUES) : { ...values, query: linkQuery },
    validUntil,
    indexable:
      shown.document.meta.index !== false &&
      claimed === null &&
      !forced &&
      !isError &&
      id !== plan.site.config.documents.denied,
    country,
    personal: isOwn || decided.personal || personal,
    cacheScope: isOwn || personal || !shown.readsConsentOnly ? undefined : decided.cacheScope,
    vary: addVary(addVary(selectVary(shown, request), vary), decided.vary),
  });
}

/** A start landing with a slug has two URLs; `/` is the canonical one. */
function ownAddress({ kind, document = '', path }: Match, { table }: SitePlan): string {
  return kind === 'landing' && table.paths.get(document) === '/' ? '/' : path;
}

/** Query of the page's links, in the form `&a=b`: preserved parameters and the claim of the path. */
function buildLinkQuery(query: string, claimed: ExtensionPage | null): string {
  const all =
    claimed === null ? query : `${claimed.query}&${withoutParameters(query, [claimed.query.split('=', 1)[0] ?? ''])}`;
  const meant = all === '' ? '' : withoutCampaign(all);
  return meant === '' ? '' : withoutLanguageSwitch(meant);
}

const NO_VALUES: PageDecision['values'] = Object.freeze({});
const NOTHING_ADDED: PageAddition = {};

function additionsTo(shown: DocumentPlan, request: Request, kept: string): PageAddition {
  let all = NOTHING_ADDED;
  for (const journey of request.site.journeys) {
    const own = journey.page?.(shown, request, kept) ?? null;
    if (own !== null) all = all === NOTHING_ADDED ? own : merged(all, own);
  }
  const prefilled = prefillForm(shown.prefillable, request.query);
  return prefilled === null ? all : merged(all, prefilled);
}

/** One form has a state at a time: that of the first journey. */
function merged(first: PageAddition, second: PageAddition): PageAddition {
  return {
    ...second,
    ...first,
    values: { ...second.values, ...first.values },
    notes: { ...second.notes, ...first.notes },
  };
}

const longer = new WeakMap<readonly string[], WeakMap<readonly string[], readonly string[]>>();

/** Lists of headers are cached, because the same ones are combined again and again. */
function addVary(vary: readonly string[], more: readonly string[]): readonly string[] {
  if (more.length === 0) return vary;
  let known = longer.get(vary);
  if (known === undefined) longer.set(vary, (known = new WeakMap()));
  let both = known.get(more);
  if (both === undefined) known.set(more, (both = [...new Set([...vary, ...more])]));
  return both;
}

/** Maximum length of a path on the 404 page. */
const MAX_PATH = 500;

/** The 404 page in place (R19, R24). Its links are its own, so that unknown paths create no new pages. */
export function decideNotFoundPage(request: Request, validUntil: number | null = null): PageDecision {
  const { plan, matched, match } = request;
  const document = getDocumentPlan(plan.site.config.documents.notFound, plan);
  const path = matched.requested.slice(0, MAX_PATH);
  // Every language link needs it.
  const asked = match.path.length > MAX_PATH ? '' : escapeLocationPath(match.path);
  return page(request, document, {
    status: 404,
    outcome: 'not-found',
    path: getOwnPath(document, plan),
    values: { path, asked, ...buildStatusValues(404, path) },
    validUntil,
    indexable: false,
    personal: match.claimedBy !== undefined,
    vary: selectVary(document, request),
  });
}

/**
 * The deny page in place. Its language links lead to the same page, or to the same claim at its own URL.
 *
 * @param facets Reason of the refusal, if a journey states it.
 */
export function decideDeniedPage(
  request: Request,
  vary: readonly string[],
  claimed: ExtensionPage | null,
  facets?: Facets,
): PageDecision {
  const { plan, site, match, query } = request;
  const document = getDocumentPlan(site.config.documents.denied, plan);
  const linkQuery = buildLinkQuery(query, claimed);
  const rest: Rest = {
    status: 403,
    outcome: 'denied',
    path: match.document === undefined ? getOwnPath(document, plan) : ownAddress(match, plan),
    values: Object.assign(
      linkQuery === '' ? {} : { query: linkQuery },
      ...site.journeys.map((journey) => journey.denied?.(request)),
    ),
    validUntil: null,
    indexable: false,
    personal: true,
    vary,
  };
  return page(request, document, rest, facets);
}

/** The error page in place, because it is unknown whether the visitor may see the page. */
export function decideUnavailablePage(request: Request, vary: readonly string[]): PageDecision {
  const { plan, match } = request;
  const path = ownAddress(match, plan);
  return page(request, getDocumentPlan(plan.site.config.documents.error, plan), {
    status: 503,
    outcome: 'unavailable',
    path,
    values: buildStatusValues(503, path, 'Service Unavailable'),
    validUntil: null,
    indexable: false,
    personal: true,
    vary,
  });
}

/**
 * The dashboard in place of an admin page that a staff user may not see (403) or that does not exist (404), with a message.
 * `null` if a site has none, or the user may not see it either.
 */
export function decideStaffPage(request: Request, status: 403 | 404, vary: readonly string[]): PageDecision | null {
  const { plan, match } = request;
  const start = plan.table.routes.get(STAFF_START)?.document;
  if (start === undefined || (status === 403 && match.document === start)) return null;
  const document = getDocumentPlan(start, plan);
  return page(request, document, {
    status,
    outcome: status === 403 ? 'denied' : 'not-found',
    // Unknown paths create no new pages.
    path: status === 403 ? match.path : STAFF_START,
    values: NO_VALUES,
    validUntil: null,
    indexable: false,
    personal: true,
    data: document.data,
    vary,
  });
}

/** Properties that differ between kinds of pages. */
type Rest = Pick<
  PageDecision,
  | 'status'
  | 'outcome'
  | 'path'
  | 'values'
  | 'validUntil'
  | 'indexable'
  | 'personal'
  | 'vary'
  | 'notice'
  | 'filled'
  | 'data'
  | 'notes'
  | 'withdrawn'
  | 'surplus'
> &
  Partial<
    Pick<
      PageDecision,
      'document' | 'variations' | 'exposures' | 'featureUsage' | 'forced' | 'moved' | 'country' | 'cacheScope'
    >
  > & {
    readonly moreCookies?: PageDecision['cookies'];
  };

const NOTHING: readonly never[] = [];

function page(request: Request, shown: DocumentPlan, rest: Rest, given?: Facets): PageDecision {
  const { facts, language } = request;
  const read = readFacets(shown.facets, request, given);
  const withheld = facts.prefetch && language.remember;
  const { document = shown.document.id, variations = NOTHING, exposures = NOTHING, forced = false } = rest;
  const {
    moreCookies = NOTHING,
    featureUsage,
    notice,
    filled,
    data,
    notes,
    withdrawn,
    surplus,
    moved = false,
    vary,
  } = rest;
  const parameters = buildEventsCookie(request, document);
  const own = parameters === null ? moreCookies : [...moreCookies, parameters];
  const cookies = buildPageCookies(language, facts);
  return {
    kind: 'page',
    status: rest.status,
    outcome: rest.outcome,
    document,
    locale: language.locale,
    path: rest.path,
    variations,
    exposures,
    featureUsage,
    forced,
    moved,
    facets: read.facets,
    values: rest.values,
    cookies: own.length === 0 ? cookies : [...cookies, ...own],
    validUntil: minNullable(rest.validUntil, read.validUntil),
    indexable: rest.indexable,
    personal: rest.personal,
    cacheScope: rest.cacheScope,
    confidential: hasSecret(request),
    vary: withheld ? [...vary, 'Sec-Purpose'] : vary,
    notice,
    filled,
    data,
    country: rest.country,
    notes,
    withdrawn,
    surplus,
  };
}

/** Events of the page's claim, except for bots and prefetches. */
function buildEventsCookie(request: Request, document: DocumentId): SetCookie | null {
  const { facts, match, language } = request;
  const events = match.claimedBy?.routeExtension?.events?.(request) ?? NOTHING;
  if (events.length === 0 || facts.prefetch || !readUserAgent(facts.userAgent).isBrowser) return null;
  return buildPendingEventsCookie(
    events.map((name) => ({
      name,
      context: { route_name: getRouteName(document, language.locale) },
      ofPage: true,
    })),
    facts,
  );
}

function hasSecret({ query, plan }: Request): boolean {
  return query !== '' && plan.secretParameters.some((name) => (readQueryValue(query, name) ?? '') !== '');
}

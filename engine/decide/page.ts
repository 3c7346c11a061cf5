import type { DocumentId, Facets } from '#engine/documents/types.ts';
import { readUserAgent } from '#engine/experiments/user-agent.ts';
import { withoutCampaign } from '#engine/routing/campaign.ts';
import { languageSwitchQuery, routeName } from '#engine/routing/links.ts';
import { escapeLocationPath, queryValue, withoutParameters } from '#engine/routing/split-url.ts';
import { earlier } from './earlier.ts';
import type { ArmsDecision } from './experiments/index.ts';
import { statusValues } from './status-values.ts';
import { type SuggestedCountry, suggestCountry } from './country.ts';
import { pendingEventsCookie } from './pending-events.ts';
import { readFacets } from './facets.ts';
import type { ClaimedPage, PageAddition } from './journey.ts';
import { type DocumentPlan, documentPlan, type SitePlan } from './plan.ts';
import { ownPath, type Request, varyOf } from './request.ts';
import { STAFF_START } from './staff-start.ts';
import type { Match, PageDecision, SetCookie } from './types.ts';
import { pageCookies } from './visitor.ts';

/** @param claimed What a journey says about the path, when it is its own. */
export function requestedPage(
  request: Request,
  document: DocumentPlan,
  decided: ArmsDecision,
  validUntil: number | null,
  claimed: ClaimedPage | null,
): PageDecision {
  const { match, query, plan } = request;
  const { shown, arms, exposures, featureUsage, forced, redirects, withdrawn, surplus } = decided;
  const { id } = (redirects ? shown : document).document;
  // A claimed path is not an address of its own: links of the page lead to its document and carry the claim as a query.
  const path = claimed !== null || redirects ? (plan.table.paths.get(id) ?? '/') : ownAddress(match, plan);
  const kept = keptQuery(query, claimed);
  const { values: added, notice, filled, notes } = additionsTo(shown, request, kept);
  const isError = shown.document.status === 500;
  const parameters = id === plan.site.config.documents.notFound ? { ...added, asked: path } : added;
  const values = isError ? { ...parameters, ...statusValues(500, path) } : parameters;
  const isOwn = shown.personal || match.claimedBy !== undefined || filled !== undefined;
  const suggested = shown.asksCountry ? suggestCountry(request.facts, plan.country) : NOTHING_SUGGESTED;
  return page(request, shown, {
    document: id,
    arms,
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
    values: kept === '' ? (values ?? NO_VALUES) : { ...values, query: kept },
    validUntil,
    indexable:
      shown.document.meta.index !== false &&
      claimed === null &&
      !forced &&
      !isError &&
      id !== plan.site.config.documents.denied,
    country: suggested.country,
    personal: isOwn || decided.personal || suggested.personal,
    keptFor: isOwn || suggested.personal || !shown.readsConsentOnly ? undefined : decided.keptFor,
    vary: addVary(addVary(varyOf(shown, request), suggested.vary), decided.vary),
  });
}

/** A start landing with a slug answers at both addresses; `/` is its own. */
function ownAddress({ kind, document = '', path }: Match, { table }: SitePlan): string {
  return kind === 'landing' && table.paths.get(document) === '/' ? '/' : path;
}

/** What links of the page keep, in the form `&a=b`: what of the query is meant to last, and what the path claims. */
function keptQuery(query: string, claimed: ClaimedPage | null): string {
  const all =
    claimed === null ? query : `${claimed.query}&${withoutParameters(query, [claimed.query.split('=', 1)[0] ?? ''])}`;
  const meant = all === '' ? '' : withoutCampaign(all);
  return meant === '' ? '' : languageSwitchQuery(meant);
}

const NOTHING_SUGGESTED: SuggestedCountry = { country: undefined, vary: [], personal: false };
const NO_VALUES: PageDecision['values'] = Object.freeze({});
const NOTHING_ADDED: PageAddition = {};

function additionsTo(shown: DocumentPlan, request: Request, kept: string): PageAddition {
  let all = NOTHING_ADDED;
  for (const journey of request.site.journeys) {
    const own = journey.page?.(shown, request, kept) ?? null;
    if (own !== null) all = all === NOTHING_ADDED ? own : merged(all, own);
  }
  return all;
}

/** One form can speak at a time: that of the first journey. */
function merged(first: PageAddition, second: PageAddition): PageAddition {
  return {
    ...second,
    ...first,
    values: { ...second.values, ...first.values },
    notes: { ...second.notes, ...first.notes },
  };
}

const longer = new WeakMap<readonly string[], WeakMap<readonly string[], readonly string[]>>();

/** Anyone who adds headers always adds the same list, so that each longer one is made once. */
function addVary(vary: readonly string[], more: readonly string[]): readonly string[] {
  if (more.length === 0) return vary;
  let known = longer.get(vary);
  if (known === undefined) longer.set(vary, (known = new WeakMap()));
  let both = known.get(more);
  if (both === undefined) known.set(more, (both = [...new Set([...vary, ...more])]));
  return both;
}

/** Characters of an address that a page says it did not find. */
const MAX_PATH = 500;

/** The page for what was not found, in place (R19, R24). Its links are its own, so that unknown paths make no new pages. */
export function notFoundPage(request: Request, validUntil: number | null = null): PageDecision {
  const { plan, matched, match } = request;
  const document = documentPlan(plan.site.config.documents.notFound, plan);
  const path = matched.requested.slice(0, MAX_PATH);
  // Every link to another language asks for it.
  const asked = match.path.length > MAX_PATH ? '' : escapeLocationPath(match.path);
  return page(request, document, {
    status: 404,
    outcome: 'not-found',
    path: ownPath(document, plan),
    values: { path, asked, ...statusValues(404, path) },
    validUntil,
    indexable: false,
    personal: match.claimedBy !== undefined,
    vary: varyOf(document, request),
  });
}

/**
 * The deny page, in place. In another language its links ask for the same page again, or for the same claim at its own address.
 *
 * @param facets Why the visitor is turned away, when a journey says so.
 */
export function deniedPage(
  request: Request,
  vary: readonly string[],
  claimed: ClaimedPage | null,
  facets?: Facets,
): PageDecision {
  const { plan, site, match, query } = request;
  const document = documentPlan(site.config.documents.denied, plan);
  const kept = keptQuery(query, claimed);
  const rest: Rest = {
    status: 403,
    outcome: 'denied',
    path: match.document === undefined ? ownPath(document, plan) : ownAddress(match, plan),
    values: Object.assign(
      kept === '' ? {} : { query: kept },
      ...site.journeys.map((journey) => journey.denied?.(request)),
    ),
    validUntil: null,
    indexable: false,
    personal: true,
    vary,
  };
  return page(request, document, rest, facets);
}

/**
 * The start of the admin pages, in the place of one that somebody of the staff may not see (403) or that is not there (404): it says so, and
 * shows what they can do. `null` where a site has none, or its reader may not see it either.
 */
export function staffPage(request: Request, status: 403 | 404, vary: readonly string[]): PageDecision | null {
  const { plan, match } = request;
  const start = plan.table.routes.get(STAFF_START)?.document;
  if (start === undefined || (status === 403 && match.document === start)) return null;
  const document = documentPlan(start, plan);
  return page(request, document, {
    status,
    outcome: status === 403 ? 'denied' : 'not-found',
    // Unknown paths make no new pages.
    path: status === 403 ? match.path : STAFF_START,
    values: NO_VALUES,
    validUntil: null,
    indexable: false,
    personal: true,
    data: document.data,
    vary,
  });
}

/** What differs between kinds of answers; the rest is the same for every page. */
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
    Pick<PageDecision, 'document' | 'arms' | 'exposures' | 'featureUsage' | 'forced' | 'moved' | 'country' | 'keptFor'>
  > & {
    readonly moreCookies?: PageDecision['cookies'];
  };

const NOTHING: readonly never[] = [];

function page(request: Request, shown: DocumentPlan, rest: Rest, given?: Facets): PageDecision {
  const { facts, language } = request;
  const read = readFacets(shown.facets, request, given);
  const withheld = facts.prefetch && language.remember;
  const { document = shown.document.id, arms = NOTHING, exposures = NOTHING, forced = false } = rest;
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
  const parameters = toldCookie(request, document);
  const own = parameters === null ? moreCookies : [...moreCookies, parameters];
  const cookies = pageCookies(language, facts);
  return {
    kind: 'page',
    status: rest.status,
    outcome: rest.outcome,
    document,
    locale: language.locale,
    path: rest.path,
    arms,
    exposures,
    featureUsage,
    forced,
    moved,
    facets: read.facets,
    values: rest.values,
    cookies: own.length === 0 ? cookies : [...cookies, ...own],
    validUntil: earlier(rest.validUntil, read.validUntil),
    indexable: rest.indexable,
    personal: rest.personal,
    keptFor: rest.keptFor,
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

/** What the page says of its claim, for anyone who looks at it: neither a program nor a browser that only prepares. */
function toldCookie(request: Request, document: DocumentId): SetCookie | null {
  const { facts, match, language } = request;
  const events = match.claimedBy?.claims?.events?.(request) ?? NOTHING;
  if (events.length === 0 || facts.prefetch || !readUserAgent(facts.userAgent).isBrowser) return null;
  return pendingEventsCookie(
    events.map((name) => ({
      name,
      context: { route_name: routeName(document, language.locale) },
      ofPage: true,
    })),
    facts,
  );
}

function hasSecret({ query, plan }: Request): boolean {
  return query !== '' && plan.secretParameters.some((name) => (queryValue(query, name) ?? '') !== '');
}

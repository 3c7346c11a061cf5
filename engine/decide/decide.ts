import { InternalError } from '#engine/shared/errors.ts';
import { composeVariations } from '#engine/documents/compose.ts';
import type { DocumentId, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { selectCurrentDocument } from './select-current-document.ts';
import { type VariationsDecision, decideVariations, withoutVariations } from './experiments/index.ts';
import type { ExtensionPage, PageRewrite } from './journey.ts';
import { type MatchedUrl, matchUrl } from './match.ts';
import {
  decideDeniedPage,
  decideNotFoundPage,
  decideRequestedPage,
  decideStaffPage,
  decideUnavailablePage,
} from './page.ts';
import { type DocumentPlan, getDocumentPlan, type SitePlan, getSitePlan } from './plan.ts';
import {
  buildExperimentRedirect,
  findFormerRedirect,
  findLanguageRedirect,
  buildPageRedirect,
  signInRedirect,
  findSlashRedirect,
} from './redirect.ts';
import { getOwnPath, type Request, selectVary } from './request.ts';
import type { Decision, Facts, PageDecision, TraceObserver } from './types.ts';
import { buildPageCookies, readVisitorLanguage } from './visitor.ts';

/**
 * Decides the page of a request. Pure: all inputs are in `facts` and `site`. Never throws for any URL, header or
 * look-up; a `UserError` means that the site itself is invalid, for example with an unknown guard (G4).
 */
export function decide(facts: Facts, site: Site, trace?: TraceObserver): Decision {
  return decideMatched(matchUrl(facts.url, site), facts, site, trace);
}

/** `decide` for an already matched URL, on the same site. */
export function decideMatched(matched: MatchedUrl, facts: Facts, site: Site, trace?: TraceObserver): Decision {
  const decision = chooseDecision(matched, facts, getSitePlan(site), trace);
  trace?.({ step: 'result', note: describe(decision) });
  return decision;
}

/** The document of a page for its visitor: the assigned variations, or the document itself. */
export function selectShownDocument(
  { document, variations }: Pick<PageDecision, 'document' | 'variations'>,
  site: Site,
): ResolvedDocument {
  const shown = composeVariations(site, document, variations);
  if (shown === null)
    throw new InternalError(`The document "${document}" does not exist in revision ${site.revision}.`);
  return shown;
}

function chooseDecision(matched: MatchedUrl, facts: Facts, plan: SitePlan, trace?: TraceObserver): Decision {
  const slashes = findSlashRedirect(matched, facts);
  if (slashes !== null) {
    trace?.({ step: 'route', note: `The path "${matched.requested}" has slashes too many.` });
    return slashes;
  }
  const { match } = matched;
  const moved = findFormerRedirect(matched, facts, plan);
  if (moved !== null) {
    trace?.({ step: 'route', note: `The path "${match.path}" is a former address.` });
    return moved;
  }
  const { query } = match;
  const language = readVisitorLanguage(matched, facts, plan, trace);
  const request: Request = {
    facts,
    site: plan.site,
    table: plan.table,
    match,
    query,
    locale: language.locale,
    plan,
    matched,
    language,
    trace,
  };
  const claimed = findExtensionPage(request);
  const candidate = match.kind === 'claimed' ? (claimed?.document ?? null) : matchedDocument(request);
  if (candidate === null) return decideNotFoundPage(request);

  const inLanguage = findLanguageRedirect(matched, language, facts, plan);
  if (inLanguage !== null) return inLanguage;
  if (candidate === plan.site.config.documents.notFound || isOnlyShown(candidate, plan))
    return decideNotFoundPage(request);

  const isDenied = candidate === plan.site.config.documents.denied;
  const refusal = claimed !== null || isDenied ? (match.claimedBy?.routeExtension?.refusal?.(request) ?? null) : null;
  if (refusal !== null)
    return decideDeniedPage(request, selectVary(getDocumentPlan(candidate, plan), request), claimed, refusal);
  const { plan: document, validUntil } = selectCurrentDocument(candidate, facts.now, plan, trace);
  if (document === null) return decideNotFoundPage(request, validUntil);
  const mayRedirect = match.kind !== 'claimed';
  const decided = decideVariations(document, {
    facts,
    plan,
    query,
    locale: language.locale,
    mayRedirect,
    code: match.claimedBy?.routeExtension?.readCode?.(match) ?? '',
    trace,
  });
  if (decided.shown.document.status === 404) {
    trace?.({ step: 'route', note: `The document "${decided.shown.document.id}" says that nothing is found here.` });
    return decideNotFoundPage(request, validUntil);
  }
  const refused = passGuards(request, decided.shown, claimed);
  if (refused !== null) return refused;
  if (match.isMissing)
    return decideStaffPage(request, 404, selectVary(decided.shown, request)) ?? decideNotFoundPage(request);
  if (decided.redirects && facts.navigation) return redirectToVariant(request, decided);
  const instead = findRewrite(decided.shown, request);
  if (instead === null) return decideRequestedPage(request, document, decided, validUntil, claimed);
  if (instead.redirect === true)
    return buildPageRedirect(instead.document, language.locale, facts, plan, selectVary(decided.shown, request));
  const other = getDocumentPlan(instead.document, plan);
  return decideRequestedPage(request, other, withoutVariations(other), validUntil, claimed);
}

/** The page that replaces other sites exists in demo mode only. */
function isOnlyShown(document: DocumentId, { site: { config, deployment } }: SitePlan): boolean {
  return document === config.demonstration?.document && deployment.demonstration !== true;
}

/** The result for a path of a journey; `null` for other paths, and if nothing is found. */
function findExtensionPage(request: Request): ExtensionPage | null {
  const { match, site, trace } = request;
  const claims = match.claimedBy?.routeExtension;
  if (claims === undefined) return null;
  trace?.({ step: 'route', note: claims.describe(request) });
  const found = match.kind === 'claimed' ? claims.resolvePage(request) : null;
  return found !== null && site.documents.has(found.document) ? found : null;
}

/** The document of the URL, before windows and guards (R1). */
function matchedDocument(request: Request): DocumentId | null {
  const { match, trace } = request;
  if (match.document === undefined) {
    trace?.({ step: 'route', note: `No document answers the path "${match.path}".` });
    return null;
  }
  trace?.({ step: 'route', note: `The path "${match.path}" is the ${match.kind} "${match.document}".` });
  // The start page has no slug, so that a code shows its landing there.
  const landing = match.path === '/' ? match.claimedBy?.routeExtension?.startLanding(request) : null;
  return landing ?? match.document;
}

/** The decision of the first guard that refuses the visitor; `null` if all pass. */
function passGuards(request: Request, document: DocumentPlan, claimed: ExtensionPage | null): Decision | null {
  const { facts, plan, locale, trace } = request;
  for (const { definition, options } of document.guards) {
    const result = definition.check(facts, plan.site, options);
    trace?.({ step: 'guard', note: `Guard "${definition.name}": ${result.note}` });
    if (result.outcome === 'allowed') continue;
    const vary = selectVary(document, request);
    if (result.outcome === 'elsewhere') return buildPageRedirect(result.document, locale, facts, plan, vary);
    if (result.outcome === 'unknown') return decideUnavailablePage(request, vary);
    const instead = result.outcome === 'no-permission' ? decideStaffPage(request, 403, vary) : null;
    if (instead !== null) return instead;
    const signIn = result.outcome === 'sign-in' ? signInRedirect(request.match.path, locale, facts, plan, vary) : null;
    return signIn ?? decideDeniedPage(request, vary, claimed);
  }
  return null;
}

/** The replacement of a document by the first journey that has one. */
function findRewrite(shown: DocumentPlan, request: Request): PageRewrite | null {
  for (const journey of request.site.journeys) {
    const instead = journey.rewrite?.(shown, request) ?? null;
    if (instead !== null) return instead;
  }
  return null;
}

/** In-app navigation requests the page of an experiment at its own URL; the exposure is counted before (N8). */
function redirectToVariant({ facts, plan, query, language }: Request, decided: VariationsDecision): Decision {
  const { shown, exposures, featureUsage, cookies, withdrawn, surplus, vary } = decided;
  return {
    ...buildExperimentRedirect(getOwnPath(shown, plan), language.locale, query, facts, plan),
    cookies: [...buildPageCookies(language, facts), ...cookies],
    vary,
    exposures,
    featureUsage,
    withdrawn,
    surplus,
  };
}

function describe(decision: Decision): string {
  if (decision.kind === 'redirect')
    return `The visitor is redirected to "${decision.location}" with status ${decision.status}.`;
  const { document, variations, locale, status, outcome, moved, path } = decision;
  const own = moved ? `"${document}", whose address "${path}" takes the place of this one,` : `"${document}"`;
  const shown = variations.length === 0 ? own : `"${variations.join('" and "')}" for "${document}"`;
  return `The visitor gets ${shown} in "${locale}" with status ${status} (${outcome}).`;
}

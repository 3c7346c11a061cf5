import { composeArms } from '#engine/documents/compose.ts';
import type { DocumentId, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { guards } from '#engine/guards/index.ts';
import { withoutCampaign } from '#engine/routing/campaign.ts';
import { languageSwitchQuery } from '#engine/routing/links.ts';
import { defaultLanding } from '#engine/routing/route-table.ts';
import { screens } from '#engine/routing/screens.ts';
import { besideProduct } from '#engine/routing/product.ts';
import { queryValue } from '#engine/routing/split-url.ts';
import { codeValues, landingOfCode } from './code.ts';
import { currentDocument, earlier } from './document-window.ts';
import { type ArmsDecision, decideArms, withoutArms } from './experiments/index.ts';
import { readFacets } from './facets.ts';
import { codeInQuery, type MatchedUrl, matchUrl } from './match.ts';
import { type DocumentPlan, documentPlan, type SitePlan, sitePlan } from './plan.ts';
import { experimentRedirect, languageRedirect, screenRedirect, signInRedirect, slashRedirect } from './redirect.ts';
import { codeNotice, type Refusal, refusalOf } from './refusal.ts';
import { openedToken } from './opened-token.ts';
import { sessionValues, tokenEmail } from './session.ts';
import type { CodeFact, Decision, Facts, Match, PageDecision, TraceSink } from './types.ts';
import { pageCookies, visitorLanguage, type VisitorLanguage } from './visitor.ts';

/** One request on its way to a decision. */
interface Request {
  readonly facts: Facts;
  readonly plan: SitePlan;
  readonly matched: MatchedUrl;
  readonly language: VisitorLanguage;
  readonly trace?: TraceSink;
}

/**
 * Which page a request gets. Pure: everything it depends on is in `facts` and `site`. Never throws for any URL, header or
 * look-up; an `Error` means that the site itself is broken, such as a guard that does not exist (G4).
 */
export function decide(facts: Facts, site: Site, trace?: TraceSink): Decision {
  const decision = chooseDecision(facts, sitePlan(site), trace);
  trace?.({ step: 'result', note: describe(decision) });
  return decision;
}

/** The document of a page as its visitor sees it: the arms that were chosen, or the document itself. */
export function shownDocument(
  { document, arms }: Pick<PageDecision, 'document' | 'arms'>,
  site: Site,
): ResolvedDocument {
  const shown = composeArms(site, document, arms);
  if (shown === null) throw new Error(`The document "${document}" does not exist in revision ${site.revision}.`);
  return shown;
}

function chooseDecision(facts: Facts, plan: SitePlan, trace?: TraceSink): Decision {
  const matched = matchUrl(facts.url, plan);
  const slashes = slashRedirect(matched, facts);
  if (slashes !== null) {
    trace?.({ step: 'route', note: `The path "${matched.requested}" has slashes too many.` });
    return slashes;
  }
  const language = visitorLanguage(matched, facts, plan, trace);
  const request: Request = { facts, plan, matched, language, ...(trace && { trace }) };
  const candidate = candidateDocument(request);
  if (candidate === null) return notFound(request);

  const inLanguage = languageRedirect(matched, language, facts, plan);
  if (inLanguage !== null) return inLanguage;
  if (candidate === plan.site.config.documents.notFound) return notFound(request);

  const { code } = facts;
  if (matched.match.kind === 'code' && code?.state === 'refused') {
    trace?.({ step: 'route', note: `The code is refused: ${code.error}.` });
    return denied(request, varyOf(documentPlan(candidate, plan), matched), refusalOf[code.error]);
  }
  const { plan: document, validUntil } = currentDocument(candidate, facts.now, plan, trace);
  if (document === null) return notFound(request, validUntil);
  const { query } = matched;
  const mayRedirect = matched.match.kind !== 'code';
  const decided = decideArms(document, {
    facts,
    plan,
    query,
    locale: language.locale,
    mayRedirect,
    ...(trace && { trace }),
  });
  const refused = passGuards(request, decided.shown);
  if (refused !== null) return refused;
  if (decided.redirects && facts.navigation) return redirectToVariant(request, decided);
  const missing = withoutToken(decided.shown, request);
  const reached = missing === null ? null : reachedScreen(request);
  if (reached !== null) return screenRedirect(reached, language.locale, facts, plan, varyOf(decided.shown, matched));
  return requested(request, missing ?? document, missing === null ? decided : withoutArms(missing), validUntil);
}

/** The document that the URL and its code ask for, before windows and guards (R1). */
function candidateDocument({ facts, plan, matched, trace }: Request): DocumentId | null {
  const { match } = matched;
  const { code } = facts;
  if (match.code !== undefined)
    trace?.({ step: 'route', note: `The code "${match.code}" is ${code?.state ?? 'not looked up'}.` });
  if (match.kind === 'code') {
    if (code === undefined || code.state === 'not-found') return null;
    const landing = code.state === 'valid' ? (landingOfCode(code, plan) ?? defaultLanding) : startLanding(plan);
    trace?.({ step: 'route', note: `The code leads to "${landing}".` });
    return plan.site.documents.has(landing) ? landing : null;
  }
  if (match.document === undefined) {
    trace?.({ step: 'route', note: `No document answers the path "${match.path}".` });
    return null;
  }
  trace?.({ step: 'route', note: `The path "${match.path}" is the ${match.kind} "${match.document}".` });
  // The start page has no slug of its own, so that a code in the query brings its landing there.
  const landing =
    match.path === '/' && match.code !== undefined && code?.state === 'valid'
      ? (landingOfCode(code, plan) ?? (plan.site.documents.has(defaultLanding) ? defaultLanding : null))
      : null;
  if (landing !== null && landing !== match.document)
    trace?.({ step: 'route', note: `The code leads to "${landing}".` });
  return landing ?? match.document;
}

/** What stands at `/` for whoever brings no code (S5). */
function startLanding({ table }: SitePlan): DocumentId {
  return table.routes.get('/')?.document ?? defaultLanding;
}

/** The answer of the first guard that does not let the visitor pass; `null` when all do. */
function passGuards(request: Request, document: DocumentPlan): Decision | null {
  const { facts, plan, language, matched, trace } = request;
  for (const { definition, options } of document.guards) {
    const { outcome, note } = definition.check(facts, plan.site, options);
    trace?.({ step: 'guard', note: `Guard "${definition.name}": ${note}` });
    if (outcome === 'allowed') continue;
    const vary = varyOf(document, matched);
    if (outcome === 'sign-in') {
      const signIn = signInRedirect(language.locale, facts, plan, vary);
      if (signIn !== null) return signIn;
    }
    if (outcome === 'start') return screenRedirect('/', language.locale, facts, plan, vary);
    if (outcome === 'intro') return screenRedirect(screens.interest, language.locale, facts, plan, vary);
    if (outcome === 'active') return screenRedirect(screens.active, language.locale, facts, plan, vary);
    return denied(request, vary, 'invalid');
  }
  return null;
}

/** The page that says so when a form needs a token that the URL lacks (R11). */
function withoutToken(document: DocumentPlan, { matched, plan, trace }: Request): DocumentPlan | null {
  if (!document.forms.has('activation') || isTokenIn(matched)) return null;
  const error = plan.table.routes.get(screens.activationError);
  if (error === undefined) return null;
  trace?.({ step: 'route', note: 'The address carries no token.' });
  return documentPlan(error.document, plan);
}

/** Whoever comes back or reloads after the token left the address bar is shown how far their own registration is. */
function reachedScreen({ facts: { session }, plan, trace }: Request): string | null {
  if (session?.state !== 'open') return null;
  const step = session.registration?.step;
  const screen =
    session.voucher !== undefined
      ? screens.voucher
      : step === 'activated'
        ? screens.active
        : step === 'finished'
          ? screens.finished
          : session.active === true
            ? screens.active
            : null;
  if (screen === null || !plan.table.routes.has(screen)) return null;
  trace?.({ step: 'route', note: `This visitor's registration has reached "${screen}".` });
  return screen;
}

function isTokenIn({ query }: MatchedUrl): boolean {
  return query !== '' && (queryValue(query, 'token') ?? '') !== '';
}

/** In-app navigation asks for the page of an experiment at its own address; the exposure is counted before (N8). */
function redirectToVariant({ facts, plan, matched, language }: Request, decided: ArmsDecision): Decision {
  const { shown, exposures, featureUsage, cookies, withdrawn, vary } = decided;
  return {
    ...experimentRedirect(ownPath(shown, plan), language.locale, matched.query, facts, plan),
    cookies: [...pageCookies(language, facts), ...cookies],
    vary,
    exposures,
    ...(featureUsage && { featureUsage }),
    ...(withdrawn !== undefined && { withdrawn }),
  };
}

function requested(
  request: Request,
  document: DocumentPlan,
  decided: ArmsDecision,
  validUntil: number | null,
): PageDecision {
  const { matched, facts, plan, language } = request;
  const { match, query } = matched;
  const { shown, arms, exposures, featureUsage, forced, redirects, withdrawn } = decided;
  const { id } = (redirects ? shown : document).document;
  // A code is no address of its own: links of the page lead to its landing and carry the code as a query.
  const isCode = match.kind === 'code';
  const code = match.code === undefined ? undefined : facts.code;
  const path = isCode || redirects ? (plan.table.paths.get(id) ?? '/') : ownAddress(match, plan);
  const notice = codeNotice(code, shown.forms);
  const draft = shown.forms.has('registration-step-1') ? draftIn(facts.session) : undefined;
  const opened = openedToken(shown, facts);
  return page(request, shown, 'invalid', {
    document: id,
    arms,
    exposures,
    ...(featureUsage && { featureUsage }),
    forced,
    moved: redirects,
    moreCookies: decided.cookies,
    ...(withdrawn !== undefined && { withdrawn }),
    status: isCode ? statusOf(code) : 200,
    outcome: 'requested',
    path,
    ...(notice && { notice }),
    ...(draft && { draft }),
    ...(opened && { opened }),
    values: requestedValues(request, isCode ? `rc=${match.code}&${query}` : query, language, shown.document),
    validUntil,
    indexable: shown.document.meta.index !== false && !isCode && !forced && id !== plan.site.config.documents.denied,
    personal: shown.guarded || match.code !== undefined || decided.personal || draft !== undefined,
    vary: addVary(varyOf(shown, matched), decided.vary),
  });
}

/** The first step of the lean flow, as long as it is open. */
function draftIn(session: Facts['session']): PageDecision['draft'] {
  return session?.state === 'open' ? session.registration?.draft : undefined;
}

/** A start landing with a slug answers at both addresses; `/` is its own. */
function ownAddress({ kind, document = '', path }: Match, { table }: SitePlan): string {
  return kind === 'landing' && table.paths.get(document) === '/' ? '/' : path;
}

const longer = new WeakMap<readonly string[], readonly string[]>();

/** Experiments always add the same headers, so that each list is made once. */
function addVary(vary: readonly string[], more: readonly string[]): readonly string[] {
  if (more.length === 0) return vary;
  let both = longer.get(vary);
  if (both === undefined) longer.set(vary, (both = [...new Set([...vary, ...more])]));
  return both;
}

function statusOf(code: CodeFact | undefined): PageDecision['status'] {
  if (code?.state === 'limited') return 429;
  return code?.state === 'unknown' ? 503 : 200;
}

const NO_VALUES: PageDecision['values'] = Object.freeze({});

function requestedValues(
  { matched, facts }: Request,
  kept: string,
  { locale }: VisitorLanguage,
  { facets }: ResolvedDocument,
): PageDecision['values'] {
  const { match, query } = matched;
  if (kept === '' && match.code === undefined && facts.session === undefined) return NO_VALUES;
  const meant = withoutCampaign(kept);
  const switched = meant === '' ? '' : languageSwitchQuery(meant);
  const token = query === '' ? null : queryValue(query, 'token');
  const lobbyEmail = tokenEmail('lobby', facts);
  return {
    ...(match.code !== undefined && codeValues(match.code, facts.code, query)),
    ...(token !== null && { token }),
    ...(switched !== '' && { query: switched }),
    ...(switched !== '' && facets.includes('product') && { productQuery: besideProduct(switched) }),
    ...sessionValues(facts.session, locale),
    ...(lobbyEmail !== undefined && { lobbyEmail }),
  };
}

/** The page for what was not found, in place (R19, R24). Its links are its own, so that unknown paths make no new pages. */
function notFound(request: Request, validUntil: number | null = null): PageDecision {
  const { plan, matched } = request;
  const document = documentPlan(plan.site.config.documents.notFound, plan);
  return page(request, document, 'invalid', {
    status: 404,
    outcome: 'not-found',
    path: ownPath(document, plan),
    values: { path: matched.requested },
    validUntil,
    indexable: false,
    personal: matched.match.code !== undefined,
    vary: varyOf(document, matched),
  });
}

/**
 * The deny page, in place; code and forbidden referrer travel in it as `rc` and `fref` (G2), the timestamp of the code for the way to
 * the waiting list.
 */
function denied(request: Request, vary: readonly string[], refusal: Refusal): PageDecision {
  const { plan, matched, facts } = request;
  const document = documentPlan(plan.site.config.documents.denied, plan);
  const code = matched.match.code ?? codeInQuery(matched.query);
  const { check, name } = guards['forbidden-referrer'];
  const isForbidden = check(facts, plan.site, { name }).outcome === 'denied';
  const validityTimestamp = code === null ? null : queryValue(matched.query, 'validityTimestamp');
  return page(request, document, refusal, {
    status: 403,
    outcome: 'denied',
    path: ownPath(document, plan),
    values: {
      ...(code !== null && { rc: code }),
      ...(validityTimestamp !== null && { validityTimestamp }),
      ...(isForbidden && { fref: facts.referrer }),
    },
    validUntil: null,
    indexable: false,
    personal: true,
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
  | 'draft'
  | 'opened'
  | 'withdrawn'
> &
  Partial<Pick<PageDecision, 'document' | 'arms' | 'exposures' | 'featureUsage' | 'forced'>> & {
    readonly moved?: boolean;
    readonly moreCookies?: PageDecision['cookies'];
  };

const NOTHING: readonly never[] = [];

function page(
  { facts, plan, matched, language, trace }: Request,
  shown: DocumentPlan,
  refusal: Refusal,
  rest: Rest,
): PageDecision {
  const code = matched.match.code === undefined ? undefined : facts.code;
  const read = readFacets(shown, { facts, site: plan.site, query: matched.query, code, refusal }, trace);
  const withheld = facts.prefetch && language.remember;
  const { document = shown.document.id, arms = NOTHING, exposures = NOTHING, forced = false } = rest;
  const { moreCookies = NOTHING, featureUsage, notice, draft, opened, withdrawn, moved = false, vary } = rest;
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
    ...(featureUsage && { featureUsage }),
    forced,
    ...(moved && { moved: true }),
    facets: read.facets,
    values: rest.values,
    cookies: moreCookies.length === 0 ? cookies : [...cookies, ...moreCookies],
    validUntil: earlier(rest.validUntil, read.validUntil),
    indexable: rest.indexable,
    personal: rest.personal,
    confidential: isTokenIn(matched),
    vary: withheld ? [...vary, 'Sec-Purpose'] : vary,
    ...(notice && { notice }),
    ...(draft && { draft }),
    ...(opened && { opened }),
    ...(withdrawn !== undefined && { withdrawn }),
  };
}

function ownPath({ document }: DocumentPlan, { table }: SitePlan): string {
  return table.paths.get(document.id) ?? '/';
}

function varyOf(document: DocumentPlan, { match }: MatchedUrl): readonly string[] {
  return match.prefix === null ? document.varyUnprefixed : document.varyPrefixed;
}

function describe(decision: Decision): string {
  if (decision.kind === 'redirect')
    return `The visitor is redirected to "${decision.location}" with status ${decision.status}.`;
  const { document, arms, locale, status, outcome, moved, path } = decision;
  const own = moved ? `"${document}", whose address "${path}" takes the place of this one,` : `"${document}"`;
  const shown = arms.length === 0 ? own : `"${arms.join('" and "')}" for "${document}"`;
  return `The visitor gets ${shown} in "${locale}" with status ${status} (${outcome}).`;
}

import { CONSENT_COOKIE } from '#engine/base/consent.ts';
import { nextWindowBoundary, windowState } from '#engine/base/wall-time.ts';
import type { Facets, Site } from '#engine/documents/types.ts';
import { checkNavigation } from '#engine/routing/navigation.ts';
import { productOf } from '#engine/routing/product.ts';
import { queryValue } from '#engine/routing/split-url.ts';
import { isWebViewQuery } from '#engine/routing/web-view.ts';
import { earlier } from './document-window.ts';
import type { DocumentPlan, FacetReader } from './plan.ts';
import type { Refusal } from './refusal.ts';
import { tokenEmail } from './session.ts';
import type { CodeFact, Facts, TokenPurpose, TraceSink } from './types.ts';

export interface ReadFacets {
  readonly facets: Facets;
  readonly validUntil: number | null;
}

/** What facets depend on beside the URL. */
type VisitorFacts = Pick<Facts, 'cookies' | 'session' | 'token' | 'now'>;

export interface FacetContext {
  readonly facts: VisitorFacts;
  readonly site: Site;
  readonly query: string;
  /** Of the code that the URL brings; a code that the URL does not name counts for nothing. */
  readonly code: CodeFact | undefined;
  readonly refusal: Refusal;
}

const NO_FACETS: ReadFacets = { facets: Object.freeze({}), validUntil: null };

/** Exactly the facets that a document names. */
export function readFacets(plan: DocumentPlan, context: FacetContext, trace?: TraceSink): ReadFacets {
  if (plan.facets.length === 0) return NO_FACETS;
  const facets: Record<string, string> = {};
  let validUntil: number | null = null;
  for (const reader of plan.facets) {
    const value = readFacet(reader, context, trace);
    facets[reader.facet] = value;
    if (reader.from === 'window')
      validUntil = earlier(validUntil, nextWindowBoundary(reader.window, context.facts.now));
    trace?.({ step: 'facet', note: `The facet "${reader.facet}" is "${value}".` });
  }
  return { facets, validUntil };
}

/** Whether the visitor has done what tokens of this purpose are for; a token with another address begins anew. */
function hasUsed(purpose: TokenPurpose, facts: VisitorFacts): boolean {
  const used = facts.session?.state === 'open' ? facts.session.used?.[purpose] : undefined;
  return used !== undefined && (tokenEmail(purpose, facts) ?? used.email) === used.email;
}

/** The same condition as for the header that leads there: its host must be allowed. */
function isAutomatic(site: Site): boolean {
  const { loginUrl } = site.deployment;
  return loginUrl !== undefined && checkNavigation(loginUrl, site).ok;
}

function readFacet(
  reader: FacetReader,
  { facts, site, query, code, refusal }: FacetContext,
  trace?: TraceSink,
): string {
  switch (reader.from) {
    case 'inviter':
      return code?.state === 'valid' && code.inviterName !== null ? 'known' : 'unknown';
    case 'code':
      return code?.state === 'valid' ? 'known' : 'unknown';
    case 'refusal':
      return refusal;
    case 'registration':
      return facts.session?.state === 'open' && facts.session.registration?.step === 'finished' ? 'finished' : 'none';
    case 'activation':
      return queryValue(query, 'reason') === 'failed' ? 'failed' : 'invalid';
    case 'waitingList':
      return hasUsed('lobby', facts) ? 'joined' : 'none';
    case 'preferences':
      return hasUsed('social-second-step', facts) ? 'named' : 'open';
    case 'product':
      return productOf(query) === null ? 'none' : 'asked';
    case 'consent':
      return Object.hasOwn(facts.cookies, CONSENT_COOKIE) ? 'known' : 'unknown';
    case 'login':
      return isAutomatic(site) ? 'automatic' : 'link';
    case 'webView':
      return isWebViewQuery(query, site, trace && ((note) => trace({ step: 'facet', note }))) ? 'yes' : 'no';
    case 'window':
      return windowState(reader.window, facts.now);
  }
}

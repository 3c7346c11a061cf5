import type { MatchedUrl } from '#engine/decide/match.ts';
import type { Decision, Facts } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { Template } from '#engine/compile/types.ts';
import { asksToDebug, buildDebugPage } from '#server/site/debug/debug-bar.ts';
import type { LoadedFacts, LoadFacts } from '../load-facts.ts';
import { copyFacts, withFound } from '../read-facts.ts';
import type { PageRequest } from './page-request.ts';

export interface DecideOptions {
  readonly decide: (matched: MatchedUrl, facts: Facts, site: Site) => Decision;
  readonly loadFacts: LoadFacts;
  /** Whether a visitor may see the debug bar; default: never. */
  readonly mayDebug?: ((facts: Facts) => Promise<boolean>) | undefined;
  /** Rate limit key of the visitor. */
  readonly readNetwork: (pageRequest: PageRequest) => string;
}

/** A decision with the facts it is based on. */
export interface DecidedPage {
  readonly pageRequest: PageRequest;
  readonly decision: Decision;
  /** Changes the page for this visitor: the debug bar. */
  readonly change?: (template: Template) => Template;
}

export interface Deciders {
  /** Loads required facts and decides; synchronous without facts to load, as for most pages. */
  decidePage(pageRequest: PageRequest): DecidedPage | Promise<DecidedPage>;
  /** Decides with complete facts. */
  decideWithFacts(pageRequest: PageRequest): DecidedPage | Promise<DecidedPage>;
}

export function createDeciders({ decide, loadFacts, mayDebug, readNetwork }: DecideOptions): Deciders {
  return {
    decidePage(pageRequest) {
      const { facts, matched } = pageRequest;
      const { match } = matched;
      if (match.needs.length === 0) return decideWithFacts(pageRequest);
      const found = loadFacts(match, facts, { network: readNetwork(pageRequest) });
      return found instanceof Promise
        ? found.then((late) => decideFound(pageRequest, late))
        : decideFound(pageRequest, found);
    },
    decideWithFacts,
  };

  function decideFound(pageRequest: PageRequest, found: LoadedFacts): DecidedPage | Promise<DecidedPage> {
    return decideWithFacts({ ...pageRequest, facts: withFound(pageRequest.facts, found) });
  }

  function decideWithFacts(pageRequest: PageRequest): DecidedPage | Promise<DecidedPage> {
    const { facts, matched, site } = pageRequest;
    if (mayDebug === undefined || facts.navigation || !asksToDebug(facts.url))
      return { pageRequest, decision: decide(matched, facts, site) };
    return mayDebug(facts)
      .catch(() => false)
      .then((may) => (may ? debugged(pageRequest) : withheld(pageRequest)));
  }

  /** Not cacheable, because the debug bar has the same address. */
  function withheld(pageRequest: PageRequest): DecidedPage {
    const decision = decide(pageRequest.matched, pageRequest.facts, pageRequest.site);
    return { pageRequest, decision: decision.kind === 'page' ? { ...decision, personal: true } : decision };
  }
}

/** Not counted, but the visitor keeps the selected variations. */
function debugged(pageRequest: PageRequest): DecidedPage {
  const facts = copyFacts(pageRequest.facts);
  const { decision, addBar } = buildDebugPage(facts, pageRequest.site);
  const { featureUsage: _featureUsage, ...rest } = decision;
  const uncounted = { ...rest, exposures: [] };
  if (uncounted.kind === 'redirect') return { pageRequest, decision: uncounted };
  const page = { ...uncounted, personal: true, indexable: false };
  // In-app navigation keeps the bar of the loaded page, with its list of events.
  return facts.navigation ? { pageRequest, decision: page } : { pageRequest, decision: page, change: addBar };
}

import type { MatchedUrl } from '#engine/decide/match.ts';
import type { Decision, Facts } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { Template } from '#engine/compile/types.ts';
import { asksToDebug, debugPage } from '#server/site/debug/debug-bar.ts';
import type { LoadedFacts, LoadFacts } from '../load-facts.ts';
import { copyFacts, withFound } from '../read-facts.ts';
import type { PageRequest } from './page-request.ts';

export interface DecideOptions {
  readonly decide: (matched: MatchedUrl, facts: Facts, site: Site) => Decision;
  readonly loadFacts: LoadFacts;
  /** Whether a visitor may see why a page is sent, by asking for it in its URL; nobody when left out. */
  readonly mayDebug?: ((facts: Facts) => Promise<boolean>) | undefined;
  /** The unit that limits count this visitor by. */
  readonly readNetwork: (visit: PageRequest) => string;
}

/** A decision about a visit, with everything that was looked up for it. */
export interface DecidedPage {
  readonly visit: PageRequest;
  readonly decision: Decision;
  /** Changes the page for this visitor alone: the debug bar. */
  readonly change?: (template: Template) => Template;
}

export interface Deciders {
  /** Looks up what is needed and decides: at once where nothing must be asked for, as on most pages. */
  decideVisit(visit: PageRequest): DecidedPage | Promise<DecidedPage>;
  /** Decides about a visit of which everything is known that can be. */
  decideKnown(visit: PageRequest): DecidedPage | Promise<DecidedPage>;
}

export function createDeciders({ decide, loadFacts, mayDebug, readNetwork }: DecideOptions): Deciders {
  return {
    decideVisit(visit) {
      const { facts, matched } = visit;
      const { match } = matched;
      if (match.needs.length === 0) return decideKnown(visit);
      const found = loadFacts(match, facts, { network: readNetwork(visit) });
      return found instanceof Promise ? found.then((late) => decideFound(visit, late)) : decideFound(visit, found);
    },
    decideKnown,
  };

  function decideFound(visit: PageRequest, found: LoadedFacts): DecidedPage | Promise<DecidedPage> {
    return decideKnown({ ...visit, facts: withFound(visit.facts, found) });
  }

  function decideKnown(visit: PageRequest): DecidedPage | Promise<DecidedPage> {
    const { facts, matched, site } = visit;
    if (mayDebug === undefined || facts.navigation || !asksToDebug(facts.url))
      return { visit, decision: decide(matched, facts, site) };
    return mayDebug(facts)
      .catch(() => false)
      .then((may) => (may ? debugged(visit) : withheld(visit)));
  }

  /** Who may see more asks at the same address, so that no shared cache may keep what others get there. */
  function withheld(visit: PageRequest): DecidedPage {
    const decision = decide(visit.matched, visit.facts, visit.site);
    return { visit, decision: decision.kind === 'page' ? { ...decision, personal: true } : decision };
  }
}

/** Counts for nothing, but the visitor keeps the variations that it names. */
function debugged(visit: PageRequest): DecidedPage {
  const facts = copyFacts(visit.facts);
  const { decision, addBar } = debugPage(facts, visit.site);
  const { featureUsage: _featureUsage, ...rest } = decision;
  const uncounted = { ...rest, exposures: [] };
  if (uncounted.kind === 'redirect') return { visit, decision: uncounted };
  const page = { ...uncounted, personal: true, indexable: false };
  // A page that is swapped in keeps the bar of the page that was loaded, with the events it has listed.
  return facts.navigation ? { visit, decision: page } : { visit, decision: page, change: addBar };
}

import type { IncomingMessage } from 'node:http';
import { decideMatched } from '#engine/decide/decide.ts';
import { matchUrl } from '#engine/decide/match.ts';
import type { Facts, PageDecision } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { LoadFacts } from '#server/site/pages/load-facts.ts';
import { copyFacts, type ReadFacts } from '#server/site/pages/read-facts.ts';

export interface DecidePageTools {
  readonly readFacts: ReadFacts;
  readonly loadFacts: LoadFacts;
}

/** The page of a form, decided for its sender as if requested again; `null` when its guards reject the sender. */
export async function findActionPage(
  url: string,
  { request, site, network }: { readonly request: IncomingMessage; readonly site: Site; readonly network: string },
  { readFacts, loadFacts }: DecidePageTools,
): Promise<PageDecision | null> {
  const matched = matchUrl(url, site);
  // Not GET: no redirects for slashes or languages.
  const facts: Facts = {
    ...copyFacts(readFacts(request, url, Date.now())),
    method: 'POST',
    prefetch: false,
    navigation: false,
  };
  const found = await loadFacts(matched.match, facts, { network });
  const decision = decideMatched(matched, Object.assign({}, facts, found), site);
  return decision.kind === 'page' && decision.outcome === 'requested' ? decision : null;
}

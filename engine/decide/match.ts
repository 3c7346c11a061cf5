import type { Site } from '#engine/documents/types.ts';
import { type Location, locate } from '#engine/routing/locate.ts';
import { cleanUrl } from '#engine/routing/clean-url.ts';
import { isReserved } from '#engine/routing/reserved.ts';
import { splitUrl } from '#engine/routing/split-url.ts';
import { documentPlan, needsOfClaimed, type SitePlan, sitePlan } from './plan.ts';
import { STAFF_START } from './staff-start.ts';
import type { Match } from './types.ts';

/** A request's URL taken apart once, for all later steps. */
export interface MatchedUrl {
  readonly match: Match;
  /** `null` outside the base path. */
  readonly location: Location | null;
  /** Path as requested, base path and prefix included; as it was meant where it was written in another way (M13). */
  readonly requested: string;
  /** The whole URL as it was meant; left out where it was written so. */
  readonly meant?: string;
}

const NOTHING = [] as const;

/**
 * The page that a URL points at (R1): page routes, else a landing's slug, else what a journey knows, such as a code, else nothing.
 * Landings and the deny page also take what their query says to a journey. Never throws for any URL.
 */
export function match(url: string, site: Site): Match {
  return matchUrl(url, site).match;
}

/** `match`, with everything else that deciding about the URL needs. */
export function matchUrl(url: string, site: Site): MatchedUrl {
  const plan = sitePlan(site);
  const { path: requested, query } = splitUrl(url);
  const location = locate(requested, plan.table);
  const found = { match: matchLocation(location, requested, query, plan), location, requested };
  if (found.match.kind !== 'not-found') return found;
  return meantUrl(requested, query, plan) ?? { ...found, match: missingPage(found.match, plan) };
}

/** A path below the start of the admin pages is theirs, though there is no page: its visitor signs in first. */
function missingPage(unknown: Match, plan: SitePlan): Match {
  const start = unknown.path.startsWith(`${STAFF_START}/`) ? plan.table.routes.get(STAFF_START) : undefined;
  if (start === undefined || isReserved(unknown.path)) return unknown;
  const { needs } = documentPlan(start.document, plan);
  return { ...unknown, kind: start.kind, document: start.document, needs, isMissing: true };
}

/** What was meant by a URL that nothing answers (M13); `null` when nothing answers that either. */
function meantUrl(asked: string, given: string, plan: SitePlan): MatchedUrl | null {
  const cleaned = asked.startsWith('/') ? cleanUrl(asked, given) : null;
  if (cleaned === null) return null;
  const { path: requested, query } = cleaned;
  const location = locate(requested, plan.table);
  const found = matchLocation(location, requested, query, plan);
  if (found.kind === 'not-found') return null;
  return { match: found, location, requested, meant: query === '' ? requested : `${requested}?${query}` };
}

function matchLocation(location: Location | null, requested: string, query: string, plan: SitePlan): Match {
  if (location === null) {
    return {
      kind: 'not-found',
      prefix: null,
      path: requested.startsWith('/') ? requested : `/${requested}`,
      query,
      needs: NOTHING,
    };
  }
  const { prefix, path } = location;
  if (isReserved(path)) return { kind: 'not-found', prefix, path, query, needs: NOTHING };
  const route = plan.table.routes.get(path);
  if (route === undefined) return claimedPath(location, query, plan);
  const { kind, document } = route;
  const { needs } = documentPlan(document, plan);
  const found: Match = { kind, document, prefix, path, query, needs };
  const mayClaim = kind === 'landing' || document === plan.site.config.documents.denied;
  return mayClaim && query !== '' ? withClaims(found, plan) : found;
}

/** What the query of a landing, or of the deny page, says belongs to the first journey that knows it. */
function withClaims(found: Match, { site }: SitePlan): Match {
  for (const journey of site.journeys) {
    const { claims } = journey;
    const claimed = claims?.inQuery(found.query) ?? null;
    if (claims === undefined || claimed === null) continue;
    return { ...found, ...claimed, claimedBy: journey, needs: [...claims.needs, ...found.needs] };
  }
  return found;
}

/** A path that no document answers belongs to the first journey that knows it. */
function claimedPath({ prefix, path }: Location, query: string, plan: SitePlan): Match {
  for (const journey of plan.site.journeys) {
    const claimed = journey.claims?.inPath(path) ?? null;
    if (claimed === null) continue;
    return {
      kind: 'claimed',
      prefix,
      path,
      query,
      ...claimed,
      claimedBy: journey,
      needs: needsOfClaimed(journey, plan),
    };
  }
  return { kind: 'not-found', prefix, path, query, needs: NOTHING };
}

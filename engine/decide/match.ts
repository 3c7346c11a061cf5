import type { Site } from '#engine/documents/types.ts';
import { type Location, locate } from '#engine/routing/locate.ts';
import { cleanUrl } from '#engine/routing/clean-url.ts';
import { isReserved } from '#engine/routing/reserved.ts';
import { splitUrl } from '#engine/routing/split-url.ts';
import { getDocumentPlan, listExtensionNeeds, type SitePlan, getSitePlan } from './plan.ts';
import { STAFF_START } from './staff-start.ts';
import type { Match } from './types.ts';

/** A parsed request URL. */
export interface MatchedUrl {
  readonly match: Match;
  /** `null` outside the base path. */
  readonly location: Location | null;
  /** Requested path with base path and prefix; normalised if necessary (M13). */
  readonly requested: string;
  /** The normalised URL; absent if unchanged. */
  readonly meant?: string;
}

const NOTHING = [] as const;

/**
 * The page of a URL (R1): page routes, then slugs of landings, then former addresses, then claims of journeys, such as codes. Landings and
 * the deny page also have claims of their query. Never throws.
 */
export function match(url: string, site: Site): Match {
  return matchUrl(url, site).match;
}

/** `match`, with all further inputs of the decision. */
export function matchUrl(url: string, site: Site): MatchedUrl {
  const plan = getSitePlan(site);
  const { path: requested, query } = splitUrl(url);
  const location = locate(requested, plan.table);
  const found = { match: matchLocation(location, requested, query, plan), location, requested };
  const { kind } = found.match;
  // A code is written in capitals as well, so that a document goes before it.
  if (kind === 'claimed') return matchCleaned(requested.toLowerCase(), requested, query, plan, [kind]) ?? found;
  if (kind !== 'not-found') return found;
  return meantUrl(requested, query, plan) ?? { ...found, match: missingPage(found.match, plan) };
}

/** Unknown paths below the admin start page: their visitors sign in first. */
function missingPage(unknown: Match, plan: SitePlan): Match {
  const start = unknown.path.startsWith(`${STAFF_START}/`) ? plan.table.routes.get(STAFF_START) : undefined;
  if (start === undefined || isReserved(unknown.path)) return unknown;
  const { needs } = getDocumentPlan(start.document, plan);
  return { ...unknown, kind: start.kind, document: start.document, needs, isMissing: true };
}

/** The match of the normalised URL (M13); `null` if there is none. */
function meantUrl(asked: string, given: string, plan: SitePlan): MatchedUrl | null {
  if (!asked.startsWith('/')) return null;
  const { path, query } = cleanUrl(asked, given);
  return matchCleaned(path, asked, query, plan) ?? matchCleaned(path.toLowerCase(), asked, query, plan);
}

/** The match of a path that differs from the requested one; `null` without one, or with one of a kind that does not count. */
function matchCleaned(
  path: string,
  asked: string,
  query: string,
  plan: SitePlan,
  except: readonly Match['kind'][] = NOTHING,
): MatchedUrl | null {
  if (path === asked) return null;
  const location = locate(path, plan.table);
  const found = matchLocation(location, path, query, plan);
  if (found.kind === 'not-found' || except.includes(found.kind)) return null;
  return { match: found, location, requested: path, meant: query === '' ? path : `${path}?${query}` };
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
  if (route === undefined)
    return plan.table.redirects.has(path)
      ? { kind: 'former', prefix, path, query, needs: NOTHING }
      : claimedPath(location, query, plan);
  const { kind, document } = route;
  const { needs } = getDocumentPlan(document, plan);
  const found: Match = { kind, document, prefix, path, query, needs };
  const mayClaim = kind === 'landing' || document === plan.site.config.documents.denied;
  return mayClaim && query !== '' ? withClaims(found, plan) : found;
}

/** Claims in the query of a landing, or of the deny page, belong to the first journey that recognises them. */
function withClaims(found: Match, { site }: SitePlan): Match {
  for (const journey of site.journeys) {
    const { routeExtension } = journey;
    const claimed = routeExtension?.matchQuery(found.query) ?? null;
    if (routeExtension === undefined || claimed === null) continue;
    return { ...found, ...claimed, claimedBy: journey, needs: [...routeExtension.needs, ...found.needs] };
  }
  return found;
}

/** A path without a document belongs to the first journey that recognises it. */
function claimedPath({ prefix, path }: Location, query: string, plan: SitePlan): Match {
  for (const journey of plan.site.journeys) {
    const claimed = journey.routeExtension?.matchPath(path) ?? null;
    if (claimed === null) continue;
    return {
      kind: 'claimed',
      prefix,
      path,
      query,
      ...claimed,
      claimedBy: journey,
      needs: listExtensionNeeds(journey, plan),
    };
  }
  return { kind: 'not-found', prefix, path, query, needs: NOTHING };
}

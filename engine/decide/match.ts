import type { Site } from '#engine/documents/types.ts';
import { type Location, locate } from '#engine/routing/locate.ts';
import { parseRegistrationCode } from '#engine/routing/registration-code.ts';
import { isReserved } from '#engine/routing/reserved.ts';
import { queryValue, splitUrl } from '#engine/routing/split-url.ts';
import { documentPlan, type SitePlan, sitePlan } from './plan.ts';
import type { Match } from './types.ts';

/** A request's URL taken apart once, for all later steps. */
export interface MatchedUrl {
  readonly match: Match;
  /** `null` outside the base path. */
  readonly location: Location | null;
  /** Path as requested, base path and prefix included. */
  readonly requested: string;
  /** Without `?`. */
  readonly query: string;
}

const NOTHING = [] as const;

/**
 * The page that a URL points at (R1): page routes, else a landing's slug, else one segment of code grammar, else nothing.
 * Landings also take a code from the query `rc`. Never throws for any URL.
 */
export function match(url: string, site: Site): Match {
  return matchUrl(url, sitePlan(site)).match;
}

export function matchUrl(url: string, plan: SitePlan): MatchedUrl {
  const { path: requested, query } = splitUrl(url);
  const location = locate(requested, plan.table);
  return { match: matchLocation(location, requested, query, plan), location, requested, query };
}

function matchLocation(location: Location | null, requested: string, query: string, plan: SitePlan): Match {
  if (location === null) {
    return {
      kind: 'not-found',
      prefix: null,
      path: requested.startsWith('/') ? requested : `/${requested}`,
      needs: NOTHING,
    };
  }
  const { prefix, path } = location;
  if (isReserved(path)) return { kind: 'not-found', prefix, path, needs: NOTHING };
  const route = plan.table.routes.get(path);
  if (route !== undefined) {
    const { kind, document } = route;
    const { needs, needsWithCode } = documentPlan(document, plan);
    const code = kind === 'landing' ? codeInQuery(query) : null;
    if (code === null) return { kind, document, prefix, path, needs };
    return { kind, document, prefix, path, code, needs: needsWithCode };
  }
  const code = path.lastIndexOf('/') === 0 ? parseRegistrationCode(path.slice(1)) : null;
  if (code === null) return { kind: 'not-found', prefix, path, needs: NOTHING };
  return { kind: 'code', prefix, path, code, needs: plan.codeNeeds };
}

/** The registration code in the query `rc`; `null` when there is none or it has not the form of one. */
export function codeInQuery(query: string): string | null {
  const value = query === '' ? null : queryValue(query, 'rc');
  return value === null ? null : parseRegistrationCode(value.trim());
}

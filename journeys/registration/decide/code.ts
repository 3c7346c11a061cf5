import { DEFAULT_LANDING } from '#engine/shared/default-landing.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import type { RouteExtension, ExtensionPage, FacetContext } from '#engine/decide/journey.ts';
import { getRefusalFor } from '#engine/documents/journeys/journey-document.ts';
import { readQueryValue } from '#engine/routing/split-url.ts';
import { toExactRegistrationCode, parseRegistrationCode } from '../shared/registration-code.ts';
import type { CodeFact } from './facts.ts';
import { readQueryToken } from './read-query-token.ts';
import { getJourneyDocument } from './document.ts';

type ValidCode = Extract<CodeFact, { readonly state: 'valid' }>;

/** The code fact, if the URL names the code. */
export function getCode({ match, facts }: Pick<FacetContext, 'match' | 'facts'>): CodeFact | undefined {
  return match.code === undefined ? undefined : facts.code;
}

/** The code in the query `rc`, or `RC` of a link in capitals; `null` when missing or malformed. */
export function readQueryCode(query: string): string | null {
  const value = query === '' ? null : (readQueryValue(query, 'rc') ?? readQueryValue(query, 'RC'));
  return value === null ? null : parseRegistrationCode(value);
}

/** A registration code: a path segment, or the query `rc` of a landing (R1). */
export const codeRoutes: RouteExtension = {
  needs: ['code'],

  matchPath(path) {
    const code = path.lastIndexOf('/') === 0 ? toExactRegistrationCode(path.slice(1)) : null;
    return code === null ? null : { code };
  },

  matchQuery(query) {
    const code = readQueryCode(query);
    return code === null ? null : { code };
  },

  readCode: ({ code }) => code,

  describe({ match, facts }) {
    return `The code "${match.code}" is ${facts.code?.state ?? 'not looked up'}.`;
  },

  resolvePage({ match, facts, site, table, trace }): ExtensionPage | null {
    const { code } = facts;
    if (code === undefined || code.state === 'not-found') return null;
    // The page at `/` without a code (S5).
    const start = table.routes.get('/')?.document ?? DEFAULT_LANDING;
    const document = code.state === 'valid' ? (landingOfCode(code, site) ?? DEFAULT_LANDING) : start;
    trace?.({ step: 'route', note: `The code leads to "${document}".` });
    return {
      document,
      status: toStatus(code),
      query: `rc=${match.code}`,
    };
  },

  refusal({ facts: { code }, site, trace }) {
    if (code?.state !== 'refused') return null;
    trace?.({ step: 'route', note: `The code is refused: ${code.error}.` });
    return { refusal: getRefusalFor(getJourneyDocument(site), code.error).deny };
  },

  events({ facts: { code }, site }) {
    const event = code?.state === 'refused' ? getRefusalFor(getJourneyDocument(site), code.error).event : undefined;
    return event === undefined ? [] : [event];
  },

  startLanding({ match, facts, site, trace }) {
    const { code } = facts;
    if (code?.state !== 'valid') return null;
    const landing = landingOfCode(code, site) ?? (site.documents.has(DEFAULT_LANDING) ? DEFAULT_LANDING : null);
    if (landing !== null && landing !== match.document)
      trace?.({ step: 'route', note: `The code leads to "${landing}".` });
    return landing;
  },
};

function toStatus({ state }: CodeFact): ExtensionPage['status'] {
  if (state === 'limited') return 429;
  return state === 'unknown' ? 503 : 200;
}

/**
 * The landing of a code, if it still exists. A member's code without a landing leads to the landing that greets with the inviter; `null`
 * for the page of the address itself.
 */
function landingOfCode({ landing, inviterName }: ValidCode, site: Site): DocumentId | null {
  const named = landing ?? (inviterName === null ? undefined : site.config.documents.invited);
  return named !== undefined && site.documents.get(named)?.kind === 'landing' ? named : null;
}

/**
 * Values of a code: `rc` as in the request, `code` and `validityTimestamp` if valid, `name` of its inviter, `rcError` if invalid.
 *
 * @param query of the URL
 */
export function buildCodeValues(
  rc: string,
  code: CodeFact | undefined,
  query: string,
): Readonly<Record<string, string>> {
  if (code?.state === 'valid') {
    const validityTimestamp = readQueryToken(query, 'validityTimestamp');
    return {
      rc,
      code: rc,
      ...(validityTimestamp !== null && { validityTimestamp }),
      ...(code.inviterName !== null && { name: code.inviterName }),
    };
  }
  if (code?.state === 'refused') return { rc, rcError: code.error };
  return code?.state === 'not-found' ? { rc, rcError: 'REGISTRATION_CODE_INVALID' } : { rc };
}

import type { DocumentNeeds, JourneyRequest, PageAddition, PlannedDocument } from '#engine/decide/journey.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { readQueryCode, getCode, buildCodeValues } from './code.ts';
import { findCodeNotice } from './find-code-notice.ts';
import { getJourneyDocument } from './document.ts';
import { listDraftForms, fillStep } from './draft-forms.ts';
import { isForbiddenReferrer } from './guards/forbidden-referrer.ts';
import { readOpenedToken } from './read-opened-token.ts';
import { buildProductQuery } from './product.ts';
import { readQueryToken } from './read-query-token.ts';
import { readOwnSession, buildSessionValues, readTokenEmail } from './session.ts';
import { listVisitorPages } from './list-visitor-pages.ts';

export function findDocumentNeeds(
  { id, kind, bases }: ResolvedDocument,
  forms: ReadonlySet<FormName>,
  site: Site,
): DocumentNeeds | null {
  const journey = getJourneyDocument(site);
  const pages = listVisitorPages(journey);
  // Landings are the same for everyone.
  if (kind === 'page' && [id, ...bases].some((page) => pages.has(page))) return { needs: ['session'], personal: true };
  // The first step is prefilled for returning visitors (S3); for others the page stays the same.
  return [...forms].some((form) => listDraftForms(journey).has(form)) ? { needs: ['session'], personal: false } : null;
}

/**
 * Values of a page from code, token and registration. In addition to those of code and session: `token` of the URL, `productQuery`, the
 * part of the query that links to products preserve.
 */
export function buildPageAddition(
  shown: PlannedDocument,
  request: JourneyRequest,
  linkQuery: string,
): PageAddition | null {
  const { facts, match, query, locale } = request;
  const { session: visitor, token: given } = facts;
  if (query === '' && match.code === undefined && visitor === undefined && given === undefined) return null;
  const notice = findCodeNotice(getCode(request), shown.forms, request.site);
  const session = readOwnSession(facts);
  const filled = session?.registration && fillStep(session.registration, shown.forms, request.site);
  const opened = readOpenedToken(shown, facts);
  const token = readQueryToken(query, 'token');
  const lobbyEmail = readTokenEmail('lobby', facts);
  return {
    values: {
      ...(match.code !== undefined && buildCodeValues(match.code, facts.code, query)),
      ...(token !== null && { token }),
      ...(linkQuery !== '' &&
        shown.document.facets.includes('product') && { productQuery: buildProductQuery(linkQuery) }),
      ...(session && buildSessionValues(session, locale)),
      ...(lobbyEmail !== undefined && { lobbyEmail }),
    },
    ...(notice && { notice }),
    ...(filled && { filled }),
    ...(opened && { notes: { registration: opened } }),
  };
}

/** Code and forbidden referrer for the deny page as `rc` and `fref` (G2), and `validityTimestamp` for the waiting list. */
export function buildDeniedValues({ match, query, facts, site }: JourneyRequest): Readonly<Record<string, string>> {
  const code = match.code ?? readQueryCode(query);
  const validityTimestamp = code === null ? null : readQueryToken(query, 'validityTimestamp');
  return {
    ...(code !== null && { rc: code }),
    ...(validityTimestamp !== null && { validityTimestamp }),
    ...(isForbiddenReferrer(facts.referrer, site) && { fref: facts.referrer }),
  };
}

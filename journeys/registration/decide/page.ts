import type { DocumentNeeds, JourneyRequest, PageAddition, PlannedDocument } from '#engine/decide/journey.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { codeInQuery, getCode, codeValues } from './code.ts';
import { codeNotice } from './code-notice.ts';
import { getJourneyDocument } from './document.ts';
import { draftForms, filledStep } from './draft-forms.ts';
import { isForbiddenReferrer } from './guards/forbidden-referrer.ts';
import { openedToken } from './opened-token.ts';
import { besideProduct } from './product.ts';
import { queryToken } from './query-token.ts';
import { ownSession, sessionValues, tokenEmail } from './session.ts';
import { visitorPages } from './visitor-pages.ts';

export function documentNeeds(
  { id, kind, bases }: ResolvedDocument,
  forms: ReadonlySet<FormName>,
  site: Site,
): DocumentNeeds | null {
  const journey = getJourneyDocument(site);
  const pages = visitorPages(journey);
  // Landings are the same for everyone.
  if (kind === 'page' && [id, ...bases].some((page) => pages.has(page))) return { needs: ['session'], personal: true };
  // The first step is prefilled for returning visitors (S3); for others the page stays the same.
  return [...forms].some((form) => draftForms(journey).has(form)) ? { needs: ['session'], personal: false } : null;
}

/**
 * Values of a page from code, token and registration. In addition to those of code and session: `token` of the URL, `productQuery`, the
 * part of the query that links to products preserve.
 */
export function pageAddition(shown: PlannedDocument, request: JourneyRequest, linkQuery: string): PageAddition | null {
  const { facts, match, query, locale } = request;
  const { session: visitor, token: given } = facts;
  if (query === '' && match.code === undefined && visitor === undefined && given === undefined) return null;
  const notice = codeNotice(getCode(request), shown.forms, request.site);
  const session = ownSession(facts);
  const filled = session?.registration && filledStep(session.registration, shown.forms, request.site);
  const opened = openedToken(shown, facts);
  const token = queryToken(query, 'token');
  const lobbyEmail = tokenEmail('lobby', facts);
  return {
    values: {
      ...(match.code !== undefined && codeValues(match.code, facts.code, query)),
      ...(token !== null && { token }),
      ...(linkQuery !== '' && shown.document.facets.includes('product') && { productQuery: besideProduct(linkQuery) }),
      ...(session && sessionValues(session, locale)),
      ...(lobbyEmail !== undefined && { lobbyEmail }),
    },
    ...(notice && { notice }),
    ...(filled && { filled }),
    ...(opened && { notes: { registration: opened } }),
  };
}

/** Code and forbidden referrer for the deny page as `rc` and `fref` (G2), and `validityTimestamp` for the waiting list. */
export function deniedValues({ match, query, facts, site }: JourneyRequest): Readonly<Record<string, string>> {
  const code = match.code ?? codeInQuery(query);
  const validityTimestamp = code === null ? null : queryToken(query, 'validityTimestamp');
  return {
    ...(code !== null && { rc: code }),
    ...(validityTimestamp !== null && { validityTimestamp }),
    ...(isForbiddenReferrer(facts.referrer, site) && { fref: facts.referrer }),
  };
}

import { isToken } from '#engine/shared/clean-token.ts';
import type { PageRewrite, JourneyRequest, PlannedDocument } from '#engine/decide/journey.ts';
import { type Conditions, holds } from '#engine/documents/journeys/conditions.ts';
import { getFormRules } from '#engine/documents/journeys/form-fields.ts';
import { findOwnScreen } from '#engine/documents/journeys/machine.ts';
import type { JourneyDocument, JourneyFormNeeds } from '#schemas/generated/documents.ts';
import { readConditions } from './conditions.ts';
import { getJourneyDocument } from './document.ts';
import { readQueryToken } from './read-query-token.ts';
import { findMissingStep } from './find-missing-step.ts';
import { readOwnSession } from './session.ts';

/** Replaces a page that the visitor may not see yet, or not again. */
export function findRewrite(shown: PlannedDocument, request: JourneyRequest): PageRewrite | null {
  return beforeStep(shown, request) ?? withoutParameter(shown, request);
}

/** A step opened before earlier steps redirects to the first missing one (ASVS 5.0.0, 2.3.1). */
function beforeStep({ document }: PlannedDocument, { facts, site, trace }: JourneyRequest): PageRewrite | null {
  const { registration } = readOwnSession(facts) ?? {};
  if (registration?.step !== 'started') return null;
  const page = findMissingStep(document, registration, getJourneyDocument(site));
  if (page === null || !site.documents.has(page)) return null;
  trace?.({ step: 'route', note: `A step before this page is missing; it is on "${page}".` });
  return { document: page, redirect: true };
}

/**
 * A page whose form needs a missing query parameter, such as a mail's token, is replaced by the page that says so (R11), or by the page of
 * the visitor's state: after a reload the token is missing, because it was removed from the address.
 */
function withoutParameter({ forms }: PlannedDocument, request: JourneyRequest): PageRewrite | null {
  const { query, site, trace } = request;
  const journey = getJourneyDocument(site);
  for (const form of forms) {
    const needs = journey.forms[form]?.needs;
    if (needs === undefined) continue;
    const given = readQueryToken(query, needs.parameter) ?? '';
    // A malformed token is reported before the form is sent.
    const clean = getFormRules(form, site)[needs.parameter]?.clean;
    if (clean === 'token' ? isToken(given) : given !== '') continue;
    const note = given === '' ? 'carries no' : 'carries only a part of the';
    trace?.({ step: 'route', note: `The address ${note} ${needs.parameter}.` });
    return firstPage(needs, journey, request);
  }
  return null;
}

function firstPage(
  { otherwise }: JourneyFormNeeds,
  journey: JourneyDocument,
  { facts, site, trace }: JourneyRequest,
): PageRewrite | null {
  const conditions: Conditions = readConditions(facts);
  for (const alternative of otherwise) {
    if (!holds(alternative.when, conditions)) continue;
    const isScreen = 'screen' in alternative;
    const page = isScreen ? findOwnScreen(journey, alternative.screen, conditions) : alternative.page;
    if (page === null || !site.documents.has(page)) continue;
    if (isScreen) trace?.({ step: 'route', note: `This visitor's registration has reached "${page}".` });
    return { document: page, ...(isScreen && { redirect: true }) };
  }
  return null;
}

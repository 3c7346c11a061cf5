import type { InsteadOfPage, JourneyRequest, PlannedDocument } from '#engine/decide/journey.ts';
import { type Conditions, holds } from '#engine/documents/journeys/conditions.ts';
import { ownScreen } from '#engine/documents/journeys/machine.ts';
import { queryValue } from '#engine/routing/split-url.ts';
import type { JourneyDocument, JourneyFormNeeds } from '#schemas/generated/documents.ts';
import { conditionsOf } from './conditions.ts';
import { documentOf } from './document.ts';

/**
 * A form that needs a parameter which the URL lacks, such as the token of a mail: the page that says so (R11) in its place, or the
 * screen of the visitor's own state, because whoever comes back or reloads does so after the token left the address bar.
 */
export function insteadOf({ forms }: PlannedDocument, request: JourneyRequest): InsteadOfPage | null {
  const { query, site, trace } = request;
  const journey = documentOf(site);
  for (const form of forms) {
    const needs = journey.forms[form]?.needs;
    if (needs === undefined || (query !== '' && (queryValue(query, needs.parameter) ?? '') !== '')) continue;
    trace?.({ step: 'route', note: `The address carries no ${needs.parameter}.` });
    return firstPage(needs, journey, request);
  }
  return null;
}

function firstPage(
  { otherwise }: JourneyFormNeeds,
  journey: JourneyDocument,
  { facts, site, trace }: JourneyRequest,
): InsteadOfPage | null {
  const conditions: Conditions = conditionsOf(facts);
  for (const alternative of otherwise) {
    if (!holds(alternative.when, conditions)) continue;
    const isScreen = 'screen' in alternative;
    const page = isScreen ? ownScreen(journey, alternative.screen, conditions) : alternative.page;
    if (page === null || !site.documents.has(page)) continue;
    if (isScreen) trace?.({ step: 'route', note: `This visitor's registration has reached "${page}".` });
    return { document: page, ...(isScreen && { redirect: true }) };
  }
  return null;
}

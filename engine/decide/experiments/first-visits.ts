import type { VisitorId } from '#engine/shared/experiment-cookies.ts';
import type { VisitorAttributes } from '#engine/experiments/flags.ts';
import type { VariationsDecision } from './variations-decision.ts';
import type { VariationsRequest } from './variations-request.ts';
import { prepareVisitorCookies } from './exposures.ts';
import type { DecidedFirstVisit } from './assignment-cache.ts';
import type { DocumentExperiments } from './prepare-tested-document.ts';

export interface FirstVisit {
  readonly tested: DocumentExperiments;
  readonly request: VariationsRequest;
  /** A new visitor without consent: only anonymous counts are stored. */
  readonly visitor: VisitorId;
  readonly attributes: VisitorAttributes;
}

/**
 * The decision about a first visit, shared within a second by visitors with the same variations except for the id: experiments that
 * split by its hash only are looked up by bucket, and everything else follows from their results.
 */
export function shareFirstVisit(visit: FirstVisit, decide: () => VariationsDecision): VariationsDecision {
  const known = knownVisits(visit);
  if (known === null) return decide();
  const { tested, request, visitor, attributes } = visit;
  const { facts, mayRedirect } = request;
  const same = known.find(
    (each) =>
      each.mayRedirect === mayRedirect &&
      each.attributes.locale === attributes.locale &&
      each.attributes.applicationCountry === attributes.applicationCountry &&
      each.attributes.device === attributes.device &&
      each.attributes.webView === attributes.webView,
  );
  if (same !== undefined) return { ...same.decision, cookies: same.createCookies(visitor) };
  const decision = decide();
  const { assignments = '' } = decision;
  const createCookies = prepareVisitorCookies(assignments, { sign: tested.facts.sign, now: facts.now });
  known.push({ attributes, mayRedirect, decision, createCookies });
  return decision;
}

/** Shared decisions by results in this second; `null` for an explanation, or if the decision depends on more. */
function knownVisits({ tested, request: { facts, trace }, visitor }: FirstVisit): DecidedFirstVisit[] | null {
  const { firstVisits, hasWindows, targetsUrls } = tested;
  if (firstVisits.computeAnswers === null || trace !== undefined || hasWindows || targetsUrls) return null;
  const answers = firstVisits.computeAnswers(visitor.id);
  if (answers === null) return null;
  const second = Math.floor(facts.now / 1000);
  if (firstVisits.second !== second) {
    firstVisits.second = second;
    firstVisits.decisions.clear();
  }
  let byCountry = firstVisits.decisions.get(answers);
  if (byCountry === undefined) firstVisits.decisions.set(answers, (byCountry = new Map()));
  let known = byCountry.get(facts.country);
  if (known === undefined) byCountry.set(facts.country, (known = []));
  return known;
}

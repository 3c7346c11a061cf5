import type { VisitorId } from '#engine/base/experiment-cookies.ts';
import type { VisitorAttributes } from '#engine/experiments/flags.ts';
import type { ArmsDecision } from './arms-decision.ts';
import type { ArmsRequest } from './arms-request.ts';
import { armsCookie, visitorCookie } from './exposures.ts';
import type { DecidedFirstVisit } from './memory.ts';
import type { TestedDocument } from './tested-document.ts';

export interface FirstVisit {
  readonly tested: TestedDocument;
  readonly request: ArmsRequest;
  /** New, and without an agreement that would outlive the session: what is stored names nobody. */
  readonly visitor: VisitorId;
  readonly attributes: VisitorAttributes;
}

/**
 * The decision about a first visit, which those who get the same arms within a second have in common but for the id: experiments that
 * split by its hash alone are asked for the place of the hash, and everything else follows from their answers.
 */
export function sharedFirstVisit(visit: FirstVisit, decide: () => ArmsDecision): ArmsDecision {
  const known = knownVisits(visit);
  if (known === null) return decide();
  const { tested, request, visitor, attributes } = visit;
  const { facts, mayRedirect } = request;
  const same = known.find(
    (each) =>
      each.country === facts.country &&
      each.mayRedirect === mayRedirect &&
      each.attributes.locale === attributes.locale &&
      each.attributes.applicationCountry === attributes.applicationCountry &&
      each.attributes.device === attributes.device &&
      each.attributes.webView === attributes.webView,
  );
  if (same !== undefined) {
    const { assignments = '' } = same.decision;
    const arms = armsCookie(visitor, assignments, { sign: tested.facts.sign, now: facts.now });
    return { ...same.decision, cookies: arms === null ? [visitorCookie(visitor)] : [visitorCookie(visitor), arms] };
  }
  const decision = decide();
  known.push({ attributes, country: facts.country, mayRedirect, decision });
  return decision;
}

/** Those of the same answers in this second; `null` when an explanation is asked for, or when the decision depends on more. */
function knownVisits({ tested, request, visitor }: FirstVisit): DecidedFirstVisit[] | null {
  const { firstVisits, hasWindows, targetsUrls } = tested;
  if (firstVisits.answersOf === null || request.trace !== undefined || hasWindows || targetsUrls) return null;
  const answers = firstVisits.answersOf(visitor.id);
  if (answers === null) return null;
  const second = Math.floor(request.facts.now / 1000);
  if (firstVisits.second !== second) {
    firstVisits.second = second;
    firstVisits.decisions.clear();
  }
  const known = firstVisits.decisions.get(answers) ?? [];
  firstVisits.decisions.set(answers, known);
  return known;
}

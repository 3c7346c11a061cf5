import { readVisitorId, VISITOR_COOKIE } from '#engine/shared/experiment-cookies.ts';
import type { VisitorAttributes } from '#engine/experiments/flags.ts';
import {
  noRequestAttributes,
  readRequestAttributes,
  type RequestAttributes,
} from '#engine/experiments/request-attributes.ts';
import type { Device } from '#engine/experiments/user-agent.ts';
import { splitUrl, withoutParameters } from '#engine/routing/split-url.ts';
import { isWebViewQuery } from '#engine/routing/web-view.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { SitePlan } from '../plan.ts';
import type { Facts, TraceObserver } from '../types.ts';
import type { ExperimentFacts } from './types.ts';

/** The parts of a request that experiments need. */
export interface VariationsRequest {
  readonly facts: Facts;
  readonly plan: SitePlan;
  readonly query: string;
  readonly locale: Locale;
  /** Whether a redirect is allowed; not for a code in the path, which would be lost. */
  readonly mayRedirect: boolean;
  /** A journey's claim about the address, such as a code; empty without one. */
  readonly code: string;
  readonly trace?: TraceObserver;
}

/** The absolute URL for patterns of URL redirects. */
export function buildAbsoluteUrl({ facts, plan }: VariationsRequest): string {
  const { path, query } = splitUrl(facts.url);
  const rest = withoutParameters(query, ['_nav']);
  return plan.site.deployment.publicOrigin + path + (rest === '' ? '' : `?${rest}`);
}

export function collectAttributes(
  { facts, plan, query, locale }: VariationsRequest,
  { flags }: ExperimentFacts,
  device: Device,
): VisitorAttributes {
  return {
    locale,
    applicationCountry: flags.readsCountry ? (facts.country ?? '') : '',
    device,
    webView: isWebViewQuery(query, plan.site),
  };
}

/** Request attributes for rules; empty if none needs them. */
export function readAttributesOfRequest(request: VariationsRequest, { flags }: ExperimentFacts): RequestAttributes {
  const { asksOfRequest } = flags;
  if (asksOfRequest.length === 0) return noRequestAttributes;
  const { userAgent, referrer, cookies } = request.facts;
  return readRequestAttributes(asksOfRequest, {
    url: buildAbsoluteUrl(request),
    userAgent,
    referrer,
    code: request.code,
    isFirstVisit: readVisitorId(cookies[VISITOR_COOKIE]) === null,
  });
}

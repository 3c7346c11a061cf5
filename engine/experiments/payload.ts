import { bucketVersionOf } from '#engine/base/experiment-cookies.ts';
import type { ConditionInterface, FeatureApiResponse, FeatureDefinition, FeatureRule } from '@growthbook/growthbook';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { coverageAt } from './coverage.ts';

/** Attribute that experiments of documents are split by. */
const HASH_ATTRIBUTE = 'acqAnonymousId';

/**
 * What GrowthBook would serve at `now` (milliseconds since the epoch) for the experiments of a site: one feature per experiment, whose
 * value is the id of the document to show. Paused experiments have no rule, so that everybody gets the base.
 */
export function payloadOf(experiments: readonly ResolvedExperiment[], now: number): FeatureApiResponse {
  const features: Record<string, FeatureDefinition> = {};
  for (const experiment of experiments) {
    const { feature, document, status } = experiment;
    const { rules = [] } = features[feature] ?? {};
    features[feature] = {
      defaultValue: document,
      rules: status === 'live' ? [...rules, ruleOf(experiment, now)] : rules,
    };
  }
  return { features };
}

function ruleOf(experiment: ResolvedExperiment, now: number): FeatureRule {
  const { key, arms, namespace, phase, seed } = experiment;
  const condition = conditionOf(experiment);
  return {
    id: key,
    key,
    seed,
    // Left out for the first phase, whose version it is anyway: the payload stays what earlier releases make of the same documents.
    bucketVersion: phase === 1 ? undefined : bucketVersionOf(phase),
    hashAttribute: HASH_ATTRIBUTE,
    hashVersion: 2,
    variations: arms.map(({ variant, redirects }) => (redirects ? { redirect: variant } : variant)),
    weights: arms.map(({ weight }) => weight),
    meta: arms.map((arm) => ({ key: arm.key, name: arm.key })),
    coverage: coverageAt(experiment, now),
    namespace: namespace && [namespace.name, namespace.from, namespace.to],
    condition: Object.keys(condition).length > 0 ? condition : undefined,
  };
}

function conditionOf({ targeting }: ResolvedExperiment): ConditionInterface {
  const { locales, countries, devices, utmSources, browsers, webView, referrers, codes, firstVisit } = targeting;
  return {
    ...(locales && { locale: { $in: [...locales] } }),
    ...(countries && { applicationCountry: { $in: [...countries] } }),
    ...(devices && { device: { $in: [...devices] } }),
    ...(utmSources && { utmSource: { $in: [...utmSources] } }),
    ...(browsers && { browser: { $in: [...browsers] } }),
    ...(webView !== undefined && { webView }),
    ...(referrers && { referrer: { $in: [...referrers] } }),
    ...(codes && { code: { $in: [...codes] } }),
    ...(firstVisit !== undefined && { firstVisit }),
  };
}

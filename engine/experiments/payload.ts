import { toBucketVersion } from '#engine/shared/experiment-cookies.ts';
import type { ConditionInterface, FeatureApiResponse, FeatureDefinition, FeatureRule } from '@growthbook/growthbook';
import { onEachPage } from '#engine/shared/on-each-page.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { coverageAt } from './coverage.ts';

/** Attribute that experiments of documents are split by. */
const HASH_ATTRIBUTE = 'acqAnonymousId';

/**
 * Key of the feature whose value is the key of the variation that a visitor has, and empty for all others. The one about a page cannot say that: it
 * is the same document for the control and for anyone who takes no part. No feature that a document names has this sign.
 */
const variationFeature = (experiment: string): string => `arm#${experiment}`;

/**
 * What GrowthBook would serve at `now` (milliseconds since the epoch) for the experiments of a site: one feature per experiment and page, whose
 * value is the id of the document to show, and one for each experiment that others have as a prerequisite. Paused experiments have no rule,
 * so that everybody gets the base.
 */
export function buildPayload(experiments: readonly ResolvedExperiment[], now: number): FeatureApiResponse {
  const features: Record<string, FeatureDefinition> = {};
  for (const experiment of experiments.flatMap((each) => onEachPage(each))) {
    const { feature, document, status } = experiment;
    const { rules = [] } = features[feature] ?? {};
    features[feature] = {
      defaultValue: document,
      rules: status === 'live' ? [...rules, buildRule(experiment, now)] : rules,
    };
  }
  const named = new Set(experiments.flatMap(({ prerequisites }) => prerequisites.map((each) => each.experiment)));
  for (const experiment of experiments.filter(({ key }) => named.has(key))) {
    const rule = { ...buildRule(experiment, now), variations: experiment.variations.map(({ key }) => key) };
    features[variationFeature(experiment.key)] = {
      defaultValue: '',
      rules: experiment.status === 'live' ? [rule] : [],
    };
  }
  return { features };
}

function buildRule(experiment: ResolvedExperiment, now: number): FeatureRule {
  const { key, variations, namespace, phase, seed, prerequisites } = experiment;
  const condition = buildCondition(experiment);
  return {
    id: key,
    key,
    seed,
    // Left out for the first phase, whose version it is anyway: the payload stays what earlier releases make of the same documents.
    bucketVersion: phase === 1 ? undefined : toBucketVersion(phase),
    hashAttribute: HASH_ATTRIBUTE,
    hashVersion: 2,
    variations: variations.map(({ variant, redirects }) => (redirects ? { redirect: variant } : variant)),
    weights: variations.map(({ weight }) => weight),
    meta: variations.map((variation) => ({ key: variation.key, name: variation.key })),
    coverage: coverageAt(experiment, now),
    namespace: namespace && [namespace.name, namespace.from, namespace.to],
    condition: Object.keys(condition).length > 0 ? condition : undefined,
    parentConditions:
      prerequisites.length === 0
        ? undefined
        : prerequisites.map((parent) => ({
            id: variationFeature(parent.experiment),
            condition: { value: { $in: [...parent.variations] } },
          })),
  };
}

function buildCondition({ targeting }: ResolvedExperiment): ConditionInterface {
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

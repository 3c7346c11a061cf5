import { toBucketVersion } from '#engine/shared/experiment-cookies.ts';
import type { ConditionInterface, FeatureApiResponse, FeatureDefinition, FeatureRule } from '@growthbook/growthbook';
import { onEachPage } from '#engine/shared/on-each-page.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { computeCoverage } from './coverage.ts';

/** Attribute by which experiments of documents are split. */
const HASH_ATTRIBUTE = 'acqAnonymousId';

/**
 * Key of the feature whose value is the key of the visitor's variation, and empty without one. The feature of a page cannot express that:
 * its value is the same document for the control and without assignment. Features named in documents never contain this character.
 */
const variationFeature = (experiment: string): string => `arm#${experiment}`;

/**
 * The GrowthBook payload for a site's experiments at `now` (milliseconds since the epoch): one feature per experiment and page, whose value
 * is the id of the document to show, and one for each experiment that is a prerequisite. Paused experiments have no rule, so that everyone
 * gets the control.
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
    // Omitted for the first phase, where it is the default, so that the payload equals that of earlier releases.
    bucketVersion: phase === 1 ? undefined : toBucketVersion(phase),
    hashAttribute: HASH_ATTRIBUTE,
    hashVersion: 2,
    variations: variations.map(({ variant, redirects }) => (redirects ? { redirect: variant } : variant)),
    weights: variations.map(({ weight }) => weight),
    meta: variations.map((variation) => ({ key: variation.key, name: variation.key })),
    coverage: computeCoverage(experiment, now),
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

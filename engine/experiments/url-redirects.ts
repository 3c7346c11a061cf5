import {
  type AutoExperiment,
  type FeatureApiResponse,
  type FeatureDefinition,
  getAutoExperimentChangeType,
  isURLTargeted,
  type UrlTarget,
} from '@growthbook/growthbook';

/** A URL redirect of GrowthBook: an experiment apart from the features of a payload. */
export interface UrlRedirect {
  /** The same experiment as a feature; its values are `{ "urlRedirect": "<URL>" }`, or empty objects for no redirect. */
  readonly feature: FeatureDefinition;
  /** URLs whose visitors take part. */
  readonly patterns: readonly UrlTarget[];
}

/** Prefix that no feature key has. */
const PREFIX = '>';

/**
 * The URL redirects of a payload as features, so that they are handled equally:
 * the server evaluates them, not the browser (X6, N8).
 */
export function listRedirectFeatures({ experiments }: FeatureApiResponse): ReadonlyMap<string, UrlRedirect> {
  if (!Array.isArray(experiments)) return new Map();
  return new Map(
    experiments
      .filter(isRunning)
      .map((experiment) => [
        PREFIX + experiment.key,
        { feature: toFeature(experiment), patterns: experiment.urlPatterns ?? [] },
      ]),
  );
}

/** Whether visitors of an absolute URL take part. */
export function isUrlTargeted({ patterns }: UrlRedirect, url: string): boolean {
  return isURLTargeted(url, [...patterns]);
}

/** Whether visitors of an absolute URL may take part, depending on their query. */
export function isPathTargeted({ patterns }: UrlRedirect, url: string): boolean {
  const paths = patterns.map((target) =>
    target.type === 'simple' ? { ...target, pattern: target.pattern.replace(/\?.*$/, '') } : target,
  );
  return isURLTargeted(url, paths);
}

function isRunning(experiment: AutoExperiment): boolean {
  try {
    return experiment.active !== false && getAutoExperimentChangeType(experiment) === 'redirect';
  } catch {
    // The list contains something other than an experiment.
    return false;
  }
}

function toFeature(experiment: AutoExperiment): FeatureDefinition {
  // A rule has the same properties except `force`, which is a value there and an index here.
  const { force, condition, ...rule } = experiment;
  const who = condition && { condition };
  if (force !== undefined) return { defaultValue: {}, rules: [{ force: experiment.variations[force] ?? {}, ...who }] };
  return { defaultValue: {}, rules: [{ ...rule, ...who }] };
}

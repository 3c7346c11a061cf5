import {
  type Experiment,
  type FeatureApiResponse,
  type FeatureDefinition,
  type FeatureRule,
  GrowthBookClient,
  type Result,
  type UserContext,
} from '@growthbook/growthbook';
import { LRUCache } from 'lru-cache';
import { toCanonicalJson } from '#engine/shared/to-canonical-json.ts';
import { sha256 } from '#engine/shared/hash.ts';
import { listRequestAttributes } from './targeting-attributes.ts';
import { noRequestAttributes, type RequestAttribute, type RequestAttributes } from './request-attributes.ts';
import type { Assignment, FeatureResult } from './feature-result.ts';
import { createAnswersReader, Split } from './split.ts';
import { isUrlTargeted, listRedirectFeatures, type UrlRedirect } from './url-redirects.ts';
import type { Device } from './user-agent.ts';

/** Attributes of a visitor for experiments (X2). */
export interface VisitorAttributes {
  readonly locale: string;
  /** ISO 3166-1 alpha-2; empty if unknown. */
  readonly applicationCountry: string;
  readonly device: Device;
  readonly webView: boolean;
}

/** An experiment that a feature runs. */
export interface FlagExperiment {
  readonly key: string;
  readonly feature: string;
  readonly values: readonly unknown[];
  readonly variations: readonly string[];
  /** GrowthBook's key of its sticky buckets in this phase; a new phase has another. */
  readonly bucket: string;
}

/** Sticky bucket → key of the variation. */
export type StickyBuckets = Readonly<Record<string, string>>;

/**
 * One payload of GrowthBook, evaluated by GrowthBook's SDK without callbacks: exposures are read
 * from its results. Never throws for an invalid payload; such a feature has no result.
 */
export class Flags {
  /** First 16 hex digits of SHA-256 over the payload. */
  readonly revision: string;
  readonly payload: FeatureApiResponse;
  /** Whether a rule needs the country, which is a look-up. */
  readonly readsCountry: boolean;
  /** Request attributes of its rules, which then depend on each request. */
  readonly asksOfRequest: readonly RequestAttribute[];
  readonly #client: GrowthBookClient;
  readonly #features: Readonly<Record<string, FeatureDefinition>>;
  readonly #redirects: ReadonlyMap<string, UrlRedirect>;
  readonly #splits = new Map<string, Split | null>();
  readonly #constants = new Map<string, FeatureResult | null>();
  readonly #prerequisites = new Map<string, readonly FlagExperiment[]>();
  /** Whether a feature targets everybody. */
  readonly #untargeted = new Map<string, boolean>();
  #live: ReadonlySet<string> | undefined;
  /** Cached results by kind of visitor, of which there are few. */
  readonly #targets = new LRUCache<string, boolean>({ max: 5000 });

  constructor(payload: FeatureApiResponse) {
    const text = toCanonicalJson(payload);
    this.revision = sha256(text).slice(0, 16);
    this.payload = payload;
    this.readsCountry = /"(?:applicationCountry|country)"/.test(text);
    this.asksOfRequest = listRequestAttributes(payload);
    this.#redirects = listRedirectFeatures(payload);
    const redirects = [...this.#redirects].map(([key, { feature }]) => [key, feature] as const);
    this.#features = { ...payload.features, ...Object.fromEntries(redirects) };
    this.#client = new GrowthBookClient().initSync({ payload: withTargets({ ...payload, features: this.#features }) });
  }

  /** Keys of all features, and of one more for each URL redirect. */
  get features(): readonly string[] {
    return Object.keys(this.#features);
  }

  /** The URL redirect of a feature; `undefined` for an ordinary feature. */
  getRedirect(feature: string): UrlRedirect | undefined {
    return this.#redirects.get(feature);
  }

  /** Whether a feature applies to an absolute URL; only URL redirects are restricted. */
  targetsUrl(feature: string, url: string): boolean {
    const redirect = this.#redirects.get(feature);
    return redirect === undefined || isUrlTargeted(redirect, url);
  }

  /** Experiments that a feature runs, in the order of its rules. */
  listExperiments(feature: string): readonly FlagExperiment[] {
    return experimentRules(this.#features[feature]).map((rule) => {
      const values: readonly unknown[] = rule.variations ?? [];
      return {
        key: rule.key ?? feature,
        feature,
        values,
        variations: values.map((_, index) => rule.meta?.[index]?.key ?? String(index)),
        bucket: `${rule.key ?? feature}__${rule.bucketVersion ?? 0}`,
      };
    });
  }

  /** Experiments of the features that a feature has as prerequisites, and of theirs. */
  listPrerequisites(feature: string): readonly FlagExperiment[] {
    let known = this.#prerequisites.get(feature);
    if (known === undefined) {
      const parents = [...findAncestors(feature, this.#features)];
      this.#prerequisites.set(feature, (known = parents.flatMap((parent) => this.listExperiments(parent))));
    }
    return known;
  }

  /** Whether a sticky bucket alone decides a feature: no other attribute is read, and no visitor is forced by id. */
  isDecidedByBucket(feature: string): boolean {
    const rules: unknown = this.#features[feature]?.rules;
    return Array.isArray(rules) && rules.every((rule: unknown) => isExperimentRule(rule) && !asksAboutVisitor(rule));
  }

  /** Whether an assignment is one that a visitor can get now, of a live experiment in its phase. */
  isLive(bucket: string, variation: string): boolean {
    this.#live ??= new Set(
      this.features
        .flatMap((feature) => this.listExperiments(feature))
        .flatMap((experiment) => experiment.variations.map((each) => `${experiment.bucket} ${each}`)),
    );
    return this.#live.has(`${bucket} ${variation}`);
  }

  /** Whether an id alone would get an assignment of a live experiment, regardless of further conditions. */
  isGivenTo(id: string, bucket: string, variation: string): boolean {
    // Checked before calling the SDK: results are cached per feature, and clients may send any bucket.
    if (!this.isLive(bucket, variation)) return false;
    const attributes = { id, acqAnonymousId: id };
    return this.#askSdk(SPLIT + bucket, { attributes })?.assignment?.variation === variation;
  }

  /** Evaluates features for one visitor; without an id no experiment enrols, but values forced by a rule still apply. */
  evaluatorFor(
    id: string | null,
    attributes: VisitorAttributes,
    sticky: StickyBuckets,
    ofRequest: RequestAttributes = noRequestAttributes,
  ): (feature: string) => FeatureResult | null {
    let context: UserContext | undefined;
    const ask = (feature: string): FeatureResult | null => {
      context ??= userContext(id, { ...ofRequest, ...named(attributes) }, sticky);
      return this.#evaluate(feature, context);
    };
    return id === null || Object.keys(sticky).length > 0 ? ask : (feature) => this.#evaluateFirst(feature, id, ask);
  }

  /**
   * A function that encodes the results of all features for an id without sticky buckets, see `createAnswersReader`. Returns `null` when
   * there are too many results, or the SDK is needed for all ids.
   */
  createFirstAnswers(features: readonly { readonly key: string }[]): ((id: string) => number | null) | null {
    const splits: Split[] = [];
    for (const { key } of features) {
      const split = this.#findSplit(key);
      if (split !== null) splits.push(split);
      else if (!this.#isConstant(key)) return null;
    }
    return createAnswersReader(splits);
  }

  /** `null` for a feature that always needs the SDK. */
  #findSplit(feature: string): Split | null {
    let split = this.#splits.get(feature);
    if (split === undefined) this.#splits.set(feature, (split = Split.of(feature, this.#features[feature])));
    return split;
  }

  /** For a visitor without a sticky assignment. */
  #evaluateFirst(feature: string, id: string, ask: (feature: string) => FeatureResult | null): FeatureResult | null {
    const split = this.#findSplit(feature);
    if (split === null) return this.#isConstant(feature) ? this.#evaluate(feature, { attributes: {} }) : ask(feature);
    const place = split.computePlace(id);
    const known = split.at(place);
    if (known !== undefined) return known;
    const result = ask(feature);
    if (result !== null) split.learn(place, result);
    return result;
  }

  /** Whether a feature has the same result for everyone, such as that of a paused experiment. */
  #isConstant(feature: string): boolean {
    const rules: unknown = this.#features[feature]?.rules;
    return feature in this.#features && (rules === undefined || (Array.isArray(rules) && rules.length === 0));
  }

  #evaluate(feature: string, context: UserContext): FeatureResult | null {
    if (!this.#isConstant(feature)) return this.#askSdk(feature, context);
    let constant = this.#constants.get(feature);
    if (constant === undefined) this.#constants.set(feature, (constant = this.#askSdk(feature, { attributes: {} })));
    return constant;
  }

  #askSdk(feature: string, context: UserContext): FeatureResult | null {
    try {
      const viewed = this.listPrerequisites(feature).length === 0 ? null : new Map<string, Assignment>();
      // Only the SDK knows which prerequisites it evaluated: it reports those, and the feature's own experiment last.
      const asked: UserContext =
        viewed === null
          ? context
          : {
              ...context,
              trackingCallback: (experiment, result) => {
                viewed.set(experiment.key, toAssignment(experiment, result));
              },
            };
      const { value, source, experiment, experimentResult } = this.#client.evalFeature(feature, asked);
      if (source === 'unknownFeature') return null;
      if (experiment) viewed?.delete(experiment.key);
      return {
        feature,
        value,
        ...(experiment && experimentResult && { assignment: toAssignment(experiment, experimentResult) }),
        ...(viewed !== null && viewed.size > 0 && { prerequisites: [...viewed.values()] }),
      };
    } catch {
      return null;
    }
  }

  /** Whether an experiment of the feature targets a visitor with these attributes, regardless of the id. */
  targets(feature: string, attributes: VisitorAttributes, ofRequest: RequestAttributes = noRequestAttributes): boolean {
    if (this.#targetsEverybody(feature)) return true;
    if (this.asksOfRequest.length > 0) return this.#isTarget(feature, { ...ofRequest, ...named(attributes) });
    const { locale, applicationCountry, device, webView } = attributes;
    const key = `${feature} ${locale} ${applicationCountry} ${device} ${webView}`;
    let isTarget = this.#targets.get(key);
    if (isTarget === undefined) this.#targets.set(key, (isTarget = this.#isTarget(feature, named(attributes))));
    return isTarget;
  }

  /** Whether an experiment of the feature has no condition, as most. */
  #targetsEverybody(feature: string): boolean {
    let known = this.#untargeted.get(feature);
    if (known === undefined) {
      const rules = experimentRules(this.#features[feature]);
      known = rules.some(
        ({ condition, parentConditions }) => condition === undefined && parentConditions === undefined,
      );
      this.#untargeted.set(feature, known);
    }
    return known;
  }

  #isTarget(feature: string, attributes: Attributes): boolean {
    try {
      return this.#client.isOn(TARGET + feature, { attributes });
    } catch {
      return false;
    }
  }
}

const saved = (): Promise<void> => Promise.resolve();

function toAssignment({ key, bucketVersion = 0 }: Experiment<unknown>, result: Result<unknown>): Assignment {
  return {
    experiment: key,
    variation: result.key,
    index: result.variationId,
    bucket: `${key}__${bucketVersion}`,
    position: result.bucket,
    sticky: result.stickyBucketUsed === true,
  };
}

type Attributes = Readonly<Record<string, unknown>>;

/** With the names of GrowthBook's own SDKs, which its users target by. */
function named(attributes: VisitorAttributes): Attributes {
  const { applicationCountry, device } = attributes;
  return { country: applicationCountry, deviceType: device === 'desktop' ? 'desktop' : 'mobile', ...attributes };
}

function userContext(id: string | null, attributes: Attributes, sticky: StickyBuckets): UserContext {
  if (id === null) return { attributes };
  const own = { id, acqAnonymousId: id, ...attributes };
  if (Object.keys(sticky).length === 0) return { attributes: own };
  const document = (attributeName: string) => ({ attributeName, attributeValue: id, assignments: { ...sticky } });
  return {
    attributes: own,
    // A storage makes the SDK read sticky buckets; new ones are read from the result instead.
    saveStickyBucketAssignmentDoc: saved,
    stickyBucketAssignmentDocs: {
      [`acqAnonymousId||${id}`]: document('acqAnonymousId'),
      [`id||${id}`]: document('id'),
    },
  };
}

function experimentRules(feature: FeatureDefinition | undefined): readonly FeatureRule[] {
  const rules: unknown = feature?.rules;
  return Array.isArray(rules) ? rules.filter((rule: unknown) => isExperimentRule(rule)) : [];
}

/** Whether conditions, prerequisites or lists apply even to visitors with a bucket. */
function asksAboutVisitor({ condition, parentConditions, filters, namespace }: FeatureRule): boolean {
  return [condition, parentConditions, filters, namespace].some((asked) => asked !== undefined);
}

function isExperimentRule(rule: unknown): rule is FeatureRule {
  return typeof rule === 'object' && rule !== null && 'variations' in rule && Array.isArray(rule.variations);
}

/** Properties by which a rule selects visitors by id. */
const OF_ID = ['variations', 'coverage', 'range', 'filters', 'namespace'] as const;

/**
 * Whether the result of a feature depends on the visitor's id, directly or by a prerequisite: without an id, only the evaluation can decide
 * whether it is met.
 */
function dependsOnId(
  feature: FeatureDefinition | undefined,
  features: Readonly<Record<string, FeatureDefinition>>,
  seen: ReadonlySet<unknown> = new Set(),
): boolean {
  if (feature === undefined || seen.has(feature)) return false;
  const rules: unknown = feature.rules;
  if (!Array.isArray(rules)) return false;
  const all = new Set([...seen, feature]);
  return rules.filter(isRule).some((rule) => {
    if (OF_ID.some((name) => rule[name] !== undefined)) return true;
    const { parentConditions: parents } = rule;
    return Array.isArray(parents) && parents.some((parent) => dependsOnId(features[parent?.id ?? ''], features, all));
  });
}

/** Prerequisites of a feature, recursively; includes itself in a cycle. */
function findAncestors(
  feature: string,
  features: Readonly<Record<string, FeatureDefinition>>,
  found: Set<string> = new Set(),
): ReadonlySet<string> {
  const rules: unknown = features[feature]?.rules;
  for (const { parentConditions: parents } of Array.isArray(rules) ? rules.filter(isRule) : []) {
    for (const parent of Array.isArray(parents) ? parents : []) {
      const id: unknown = parent?.id;
      if (typeof id !== 'string' || found.has(id)) continue;
      found.add(id);
      findAncestors(id, features, found);
    }
  }
  return found;
}

function isRule(rule: unknown): rule is FeatureRule {
  return typeof rule === 'object' && rule !== null;
}

/** Prefix that no feature key has. */
const TARGET = '?';

/** Likewise unused as a prefix. */
const SPLIT = '=';

/** Adds features for internal use: per feature, whether its targeting matches; per experiment, its split alone. */
function withTargets(payload: FeatureApiResponse): FeatureApiResponse {
  const features = payload.features ?? {};
  const targets = Object.entries(features).map(([key, feature]) => {
    const rules = experimentRules(feature).map(({ condition, parentConditions }): FeatureRule => ({
      force: true,
      condition,
      parentConditions: Array.isArray(parentConditions)
        ? parentConditions.filter((parent) => !dependsOnId(features[parent?.id ?? ''], features))
        : parentConditions,
    }));
    return [TARGET + key, { defaultValue: false, rules }] as const;
  });
  const splits = Object.entries(features).flatMap(([feature, definition]) =>
    experimentRules(definition).map(({ condition: _condition, parentConditions: _parents, ...rule }) => {
      const key = rule.key ?? feature;
      return [`${SPLIT}${key}__${rule.bucketVersion ?? 0}`, { defaultValue: null, rules: [{ ...rule, key }] }] as const;
    }),
  );
  return { ...payload, features: { ...features, ...Object.fromEntries([...targets, ...splits]) } };
}

import type { FeatureDefinition, FeatureRule } from '@growthbook/growthbook';
import type { FeatureResult } from './feature-result.ts';

/** Number of GrowthBook's buckets, by hash version. */
const PLACES = { 1: 1_000, 2: 10_000 } as const;

/** Attributes with the visitor's id. */
const ID_ATTRIBUTES: readonly unknown[] = [undefined, 'id', 'acqAnonymousId'];

/** Properties of a rule that depends only on the bucket of a new id. */
const OF_PLACE_ALONE = new Set([
  'bucketVersion',
  'coverage',
  'disableStickyBucketing',
  'hashAttribute',
  'hashVersion',
  'id',
  'key',
  'meta',
  'minBucketVersion',
  'name',
  'phase',
  'ranges',
  'seed',
  'variations',
  'weights',
]);

/**
 * Cache of the SDK's results for a feature that splits new visitors by the hash of their id only: the SDK
 * is called once per bucket, and all ids of a bucket share the result. If the SDK ever returns another bucket, the cache is
 * disabled and the SDK is called for every visitor.
 */
export class Split {
  readonly #seed: string;
  /** Hash of the seed, which precedes the id in the second version. */
  readonly #begun: number;
  readonly #version: 1 | 2;
  /** By bucket: 0 before the SDK was called, else one more than the index of its result. */
  readonly #answers: Uint8Array;
  readonly #results: FeatureResult[] = [];
  #isOver = false;

  private constructor(seed: string, version: 1 | 2) {
    this.#seed = seed;
    this.#begun = fnv1a(seed);
    this.#version = version;
    this.#answers = new Uint8Array(PLACES[version]);
  }

  /** `null` for a feature with other conditions. */
  static of(key: string, feature: FeatureDefinition | undefined): Split | null {
    const rules: unknown = feature?.rules;
    if (!Array.isArray(rules) || rules.length !== 1) return null;
    const [rule]: unknown[] = rules;
    if (!isOfPlaceAlone(rule)) return null;
    return new Split(rule.seed ?? rule.key ?? key, rule.hashVersion === 2 ? 2 : 1);
  }

  /** Bucket of an id, an integer. */
  computePlace(id: string): number {
    const hash = this.#version === 2 ? fnv1aOfDigits(fnv1a(id, this.#begun) >>> 0) : fnv1a(this.#seed, fnv1a(id));
    return (hash >>> 0) % PLACES[this.#version];
  }

  /** Number of a bucket's result among those of this feature, from 1; 0 if the SDK has to be called. */
  answerAt(place: number): number {
    return this.#isOver ? 0 : (this.#answers[place] ?? 0);
  }

  /** The result of a bucket; `undefined` if the SDK has to be called. */
  at(place: number): FeatureResult | undefined {
    const result = this.#results[this.answerAt(place) - 1];
    if (result?.assignment === undefined) return result;
    const { feature, value, assignment } = result;
    const { experiment, variation, index, bucket, sticky } = assignment;
    // Spelled out for speed: each first visit creates one per experiment. A rule with buckets only has no prerequisite.
    return {
      feature,
      value,
      assignment: { experiment, variation, index, bucket, position: this.#toPosition(place), sticky },
    };
  }

  /** Caches the SDK's result for a bucket. */
  learn(place: number, result: FeatureResult): void {
    const { assignment } = result;
    if (assignment !== undefined && assignment.position !== this.#toPosition(place)) this.#isOver = true;
    let index = this.#results.findIndex((each) => isSame(each, result));
    if (index < 0) index = this.#results.push(result) - 1;
    if (index < 255) this.#answers[place] = index + 1;
  }

  #toPosition(place: number): number {
    return place / PLACES[this.#version];
  }
}

function isOfPlaceAlone(rule: unknown): rule is FeatureRule {
  if (typeof rule !== 'object' || rule === null || !('variations' in rule)) return false;
  // Untyped properties: unknown ones are compared with the known set.
  const { hashAttribute, meta } = rule as FeatureRule;
  return (
    Object.entries(rule).every(([name, value]) => value === undefined || OF_PLACE_ALONE.has(name)) &&
    ID_ATTRIBUTES.includes(hashAttribute) &&
    meta?.some(({ passthrough }) => passthrough === true) !== true
  );
}

function isSame(a: FeatureResult, b: FeatureResult): boolean {
  return a.value === b.value && a.assignment?.variation === b.assignment?.variation;
}

/** FNV-1a with 32 bits over the code units of a text, as GrowthBook's SDKs compute it, signed; continues the hash of the preceding text. */
function fnv1a(text: string, hash = 0x811c9dc5): number {
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

const POWERS_OF_TEN = [1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 10, 1] as const;

/** The same for the decimal notation of an integer below 2 ** 32, without formatting it. */
function fnv1aOfDigits(number: number): number {
  let hash = 0x811c9dc5;
  let rest = number;
  for (const power of POWERS_OF_TEN) {
    if (number < power && power > 1) continue;
    const digit = (rest / power) >>> 0;
    rest -= digit * power;
    hash = Math.imul(hash ^ (0x30 + digit), 0x01000193);
  }
  return hash;
}

import type { FeatureDefinition, FeatureRule } from '@growthbook/growthbook';
import type { FeatureResult } from './feature-result.ts';

/** Places among which GrowthBook spreads visitors, by the version of its hash. */
const PLACES = { 1: 1_000, 2: 10_000 } as const;

/** Attributes that hold the visitor's id. */
const ID_ATTRIBUTES: readonly unknown[] = [undefined, 'id', 'acqAnonymousId'];

/** What a rule may say without asking about anything else than the place of an id that comes for the first time. */
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
 * Answers of GrowthBook's SDK about a feature that splits first visitors by the hash of their id and by nothing else, kept by that hash: the SDK
 * is asked once per place, and gives everyone at that place the same answer. A place at which the SDK sees somebody elsewhere ends that:
 * from then on it is asked about everybody.
 */
export class Split {
  readonly #seed: string;
  /** Of the seed, which stands before the id in the second version. */
  readonly #begun: number;
  readonly #version: 1 | 2;
  /** By place: 0 where the SDK was not asked yet, else one more than the index of its answer. */
  readonly #answers: Uint8Array;
  readonly #results: FeatureResult[] = [];
  #isOver = false;

  private constructor(seed: string, version: 1 | 2) {
    this.#seed = seed;
    this.#begun = fnv1a(seed);
    this.#version = version;
    this.#answers = new Uint8Array(PLACES[version]);
  }

  /** `null` for a feature that asks for more. */
  static of(key: string, feature: FeatureDefinition | undefined): Split | null {
    const rules: unknown = feature?.rules;
    if (!Array.isArray(rules) || rules.length !== 1) return null;
    const [rule]: unknown[] = rules;
    if (!isOfPlaceAlone(rule)) return null;
    return new Split(rule.seed ?? rule.key ?? key, rule.hashVersion === 2 ? 2 : 1);
  }

  /** A whole number: where the hash of an id is. */
  placeOf(id: string): number {
    const hash = this.#version === 2 ? fnv1aOfDigits(fnv1a(id, this.#begun) >>> 0) : fnv1a(this.#seed, fnv1a(id));
    return (hash >>> 0) % PLACES[this.#version];
  }

  /** Number of the answer at a place among those of this feature, from 1; 0 when the SDK has to be asked. */
  answerAt(place: number): number {
    return this.#isOver ? 0 : (this.#answers[place] ?? 0);
  }

  /** The answer at a place; `undefined` when the SDK has to be asked. */
  at(place: number): FeatureResult | undefined {
    const result = this.#results[this.answerAt(place) - 1];
    if (result?.assignment === undefined) return result;
    const { feature, value, assignment } = result;
    const { experiment, variation, index, bucket, sticky } = assignment;
    // Written out, since each first visit makes one for each experiment. No prerequisite is asked by a rule of places alone.
    return {
      feature,
      value,
      assignment: { experiment, variation, index, bucket, position: this.#positionOf(place), sticky },
    };
  }

  /** Keeps what the SDK said about somebody at a place. */
  learn(place: number, result: FeatureResult): void {
    const { assignment } = result;
    if (assignment !== undefined && assignment.position !== this.#positionOf(place)) this.#isOver = true;
    let index = this.#results.findIndex((each) => isSame(each, result));
    if (index < 0) index = this.#results.push(result) - 1;
    if (index < 255) this.#answers[place] = index + 1;
  }

  #positionOf(place: number): number {
    return place / PLACES[this.#version];
  }
}

function isOfPlaceAlone(rule: unknown): rule is FeatureRule {
  if (typeof rule !== 'object' || rule === null || !('variations' in rule)) return false;
  // Of a type without a required property; what else comes from elsewhere is compared with what is known.
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

/** FNV-1a with 32 bits over the code units of a text, as GrowthBook's SDKs compute it, signed; goes on from the hash of what stands before it. */
function fnv1a(text: string, hash = 0x811c9dc5): number {
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

const POWERS_OF_TEN = [1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 10, 1] as const;

/** The same of a whole number below 2 ** 32 as it is written in the decimal system, without writing it. */
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

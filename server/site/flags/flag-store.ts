import type { FeatureApiResponse } from '@growthbook/growthbook';
import type { ExperimentFacts, SignAssignments } from '#engine/decide/experiments/index.ts';
import { Flags } from '#engine/experiments/flags.ts';

/** Holds the payload that requests are decided by. Requests only read it: they never wait for a flag service. */
export class FlagStore {
  #facts: ExperimentFacts | undefined;
  #published: FeatureApiResponse = { features: {} };
  #stopped: ReadonlySet<string> = new Set();
  readonly #listeners = new Set<() => void>();
  readonly #sign: SignAssignments | undefined;

  /** @param sign See `ExperimentFacts.sign`. */
  constructor(sign?: SignAssignments) {
    this.#sign = sign;
  }

  /** `undefined` until the first payload: then no experiment runs. */
  get facts(): ExperimentFacts | undefined {
    return this.#facts;
  }

  /** What browsers may have of the payload: as it came, encrypted where it was. */
  get published(): FeatureApiResponse {
    return this.#published;
  }

  /** Browsers cannot read what is published. */
  get isEncrypted(): boolean {
    return 'encryptedFeatures' in this.#published;
  }

  /** Takes a payload; an equal one changes nothing. Throws when it is not a payload at all. */
  accept(payload: FeatureApiResponse, published: FeatureApiResponse = payload): void {
    const flags = new Flags(payload);
    if (flags.revision === this.#facts?.flags.revision) return;
    this.#published = published;
    // What was found about other experiments still holds; the readiness check looks again at once.
    const unready = this.#facts?.unready ?? new Set();
    this.#change({ flags, unready, stopped: this.#stopped, sign: this.#sign });
  }

  /** Replaces which experiments are stopped. */
  stop(stopped: ReadonlySet<string>): void {
    this.#stopped = stopped;
    if (this.#facts !== undefined) this.#change({ ...this.#facts, stopped });
  }

  /** Replaces what is known about experiments that cannot run; see `ExperimentFacts.unready`. */
  refuse(unready: ReadonlySet<string>): void {
    const facts = this.#facts;
    if (facts === undefined || isSame(facts.unready, unready)) return;
    this.#change({ ...facts, unready });
  }

  /** Calls a listener after each new payload; answers how to stop. */
  onPayload(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #change(facts: ExperimentFacts): void {
    const isNew = facts.flags !== this.#facts?.flags;
    this.#facts = facts;
    if (isNew) for (const listener of this.#listeners) listener();
  }
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((item) => other.has(item));
}

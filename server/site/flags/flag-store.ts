import type { FeatureApiResponse } from '@growthbook/growthbook';
import type { ExperimentFacts, SignAssignments } from '#engine/decide/experiments/index.ts';
import { Flags } from '#engine/experiments/flags.ts';

/** Holds the current payload. Requests only read it and never wait for a flag service. */
export class FlagStore {
  #facts: ExperimentFacts | undefined;
  #published: FeatureApiResponse = { features: {} };
  #stopped: ReadonlySet<string> = new Set();
  readonly #listeners = new Set<() => void>();
  readonly #sign: SignAssignments | undefined;

  /** @param sign see `ExperimentFacts.sign` */
  constructor(sign?: SignAssignments) {
    this.#sign = sign;
  }

  /** `undefined` until the first payload: no experiment runs. */
  get facts(): ExperimentFacts | undefined {
    return this.#facts;
  }

  /** The payload for browsers: as received, possibly encrypted. */
  get published(): FeatureApiResponse {
    return this.#published;
  }

  /** Whether the published payload is encrypted. */
  get isEncrypted(): boolean {
    return 'encryptedFeatures' in this.#published;
  }

  /** Sets the payload; an equal one is a no-op. Throws for an invalid one. */
  accept(payload: FeatureApiResponse, published: FeatureApiResponse = payload): void {
    const flags = new Flags(payload);
    if (flags.revision === this.#facts?.flags.revision) return;
    this.#published = published;
    // Kept until the readiness check, which runs immediately.
    const unready = this.#facts?.unready ?? new Set();
    this.#change({ flags, unready, stopped: this.#stopped, sign: this.#sign });
  }

  /** Sets the stopped experiments. */
  stop(stopped: ReadonlySet<string>): void {
    this.#stopped = stopped;
    if (this.#facts !== undefined) this.#change({ ...this.#facts, stopped });
  }

  /** Sets experiments that cannot run; see `ExperimentFacts.unready`. */
  refuse(unready: ReadonlySet<string>): void {
    const facts = this.#facts;
    if (facts === undefined || isSame(facts.unready, unready)) return;
    this.#change({ ...facts, unready });
  }

  /** Calls a listener after each new payload; returns how to unsubscribe. */
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

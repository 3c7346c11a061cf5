import type { ReadinessFinding } from '#engine/experiments/readiness.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** A variation that is not assigned in a language. */
export interface UnavailableVariation {
  readonly experiment: string;
  readonly locale: Locale;
  readonly reasons: readonly ReadinessFinding[];
}

/** Unavailable variations found by this process. */
export class UnavailableVariations {
  #variations: readonly UnavailableVariation[] = [];

  set(variations: readonly UnavailableVariation[]): void {
    this.#variations = variations;
  }

  get all(): readonly UnavailableVariation[] {
    return this.#variations;
  }
}

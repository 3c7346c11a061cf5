import type { Locale } from '#schemas/generated/vocabulary.ts';

/** A variation in which nobody takes part in a language. */
export interface UnavailableVariation {
  readonly experiment: string;
  readonly locale: Locale;
  /** Sentences such as those of `check`. */
  readonly reasons: readonly string[];
}

/** Variations that this process has found not to be ready. */
export class UnavailableVariations {
  #variations: readonly UnavailableVariation[] = [];

  set(variations: readonly UnavailableVariation[]): void {
    this.#variations = variations;
  }

  get all(): readonly UnavailableVariation[] {
    return this.#variations;
  }
}

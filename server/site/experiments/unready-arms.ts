import type { Locale } from '#schemas/generated/vocabulary.ts';

/** An arm in which nobody takes part in a language. */
export interface UnreadyArm {
  readonly experiment: string;
  readonly locale: Locale;
  /** Sentences such as those of `check`. */
  readonly reasons: readonly string[];
}

/** Arms that this process has found not to be ready. */
export class UnreadyArms {
  #arms: readonly UnreadyArm[] = [];

  set(arms: readonly UnreadyArm[]): void {
    this.#arms = arms;
  }

  get all(): readonly UnreadyArm[] {
    return this.#arms;
  }
}

import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { nextRampStep } from '#engine/experiments/coverage.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import type { FlagStore } from '#server/site/flags/flag-store.ts';

/** Milliseconds that a timer of Node can wait at most. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The payload of the documents' own experiments, where no flag service has one; it changes with each step of a ramp. */
export class OwnPayload {
  readonly #store: Pick<FlagStore, 'accept'>;
  readonly #experiments: () => readonly ResolvedExperiment[];
  #next: NodeJS.Timeout | undefined;

  constructor(store: Pick<FlagStore, 'accept'>, experiments: () => readonly ResolvedExperiment[]) {
    this.#store = store;
    this.#experiments = experiments;
  }

  /** To be called first, and whenever the documents have changed. */
  offer(): void {
    const now = Date.now();
    const experiments = this.#experiments();
    this.#store.accept(buildPayload(experiments, now));
    clearTimeout(this.#next);
    const step = nextRampStep(experiments, now);
    if (step !== null) this.#next = setTimeout(() => this.offer(), Math.min(step - now, MAX_TIMER_MS)).unref();
  }

  close(): void {
    clearTimeout(this.#next);
  }
}

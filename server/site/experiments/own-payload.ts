import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { findNextRampStep } from '#engine/experiments/coverage.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import type { FlagStore } from '#server/site/flags/flag-store.ts';

/** Maximum delay of a Node.js timer in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** GrowthBook payload of the documents' experiments, without a flag service; updated with each ramp step. */
export class OwnPayload {
  readonly #store: Pick<FlagStore, 'accept'>;
  readonly #experiments: () => readonly ResolvedExperiment[];
  #next: NodeJS.Timeout | undefined;

  constructor(store: Pick<FlagStore, 'accept'>, experiments: () => readonly ResolvedExperiment[]) {
    this.#store = store;
    this.#experiments = experiments;
  }

  /** Call on start and after each change of the documents. */
  offer(): void {
    const now = Date.now();
    const experiments = this.#experiments();
    this.#store.accept(buildPayload(experiments, now));
    clearTimeout(this.#next);
    const step = findNextRampStep(experiments, now);
    if (step !== null) this.#next = setTimeout(() => this.offer(), Math.min(step - now, MAX_TIMER_MS)).unref();
  }

  close(): void {
    clearTimeout(this.#next);
  }
}

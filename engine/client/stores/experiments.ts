import { createStore } from 'zustand/vanilla';

interface ExperimentsState {
  /**
   * The A/B loading flag of the source's section 4: true at first; false once the visitor is in an experiment or none applies, which
   * the server decided before the page was sent, or after flags failed, or after an experiment led to another page.
   */
  readonly isLoading: boolean;
}

export const experimentsStore = createStore<ExperimentsState>(() => ({ isLoading: true }));

let waiting = false;

/** Flags are on their way: the page counts as loading until they are here or cannot be had. */
export function waitForExperiments(): void {
  waiting = true;
  experimentsStore.setState({ isLoading: true });
}

export function settleExperiments(): void {
  waiting = false;
  experimentsStore.setState({ isLoading: false });
}

/** An island is live. Unless one asks for flags, nothing is left to load: the variations are those of the page. */
export function noteLive(): void {
  if (!waiting) experimentsStore.setState({ isLoading: false });
}

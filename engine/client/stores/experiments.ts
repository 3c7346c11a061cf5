import { createStore } from 'zustand/vanilla';

interface ExperimentsState {
  /**
   * The A/B loading flag of the source's section 4: true at first; false once variations are known (decided by the server), flags have
   * failed, or an experiment led to another page.
   */
  readonly isLoading: boolean;
}

export const experimentsStore = createStore<ExperimentsState>(() => ({ isLoading: true }));

let waiting = false;

/** Flags are loading: the page counts as loading until they are available or have failed. */
export function waitForExperiments(): void {
  waiting = true;
  experimentsStore.setState({ isLoading: true });
}

export function settleExperiments(): void {
  waiting = false;
  experimentsStore.setState({ isLoading: false });
}

/** Called after hydration of an island. Without flags nothing is left to load: the page has its variations. */
export function recordLiveExperiments(): void {
  if (!waiting) experimentsStore.setState({ isLoading: false });
}

import type { FlagsPort } from '#engine/block-kit/ports.ts';
import { reportProblem } from '../parts/problems.ts';
import { settleExperiments, waitForExperiments } from '../stores/experiments.ts';
import type { Flags } from './load-flags.ts';

const listeners = new Set<() => void>();
let flags: Flags | null = null;
let loading: Promise<void> | null = null;

/** Flags for islands: GrowthBook's own SDK, loaded with the first island that asks for one. */
export const flagsPort: FlagsPort = {
  subscribe(listener) {
    listeners.add(listener);
    loading ??= load();
    return () => listeners.delete(listener);
  },
  read: (key) => flags?.read(key),
};

function notify(): void {
  for (const listener of listeners) listener();
}

/** Whatever fails is reported once, and the page goes on without flags (X5). */
async function load(): Promise<void> {
  waitForExperiments();
  try {
    const { loadFlags } = await import('./load-flags.ts');
    flags = await loadFlags(notify);
    if (flags.failure !== null) fail(flags.failure);
  } catch (error) {
    fail(error);
  }
  settleExperiments();
  notify();
}

function fail(cause: unknown): void {
  reportProblem('experiments', new Error('Failed to initialize Growthbook', { cause }));
}

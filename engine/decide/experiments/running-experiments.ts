import { computeWindowState } from '#engine/shared/wall-time.ts';
import type { VariationsRequest } from './variations-request.ts';
import type { DocumentExperiments } from './prepare-tested-document.ts';
import { type PreparedExperiment, listWindows } from './tested-experiment.ts';

/**
 * Keys of the running experiments: every variation is ready in the language, within its window, and redirects are allowed; the same
 * holds for their prerequisites. An experiment with an unavailable variation does not run at all, so that its control
 * is not counted either.
 */
export function selectRunningExperiments(tested: DocumentExperiments, request: VariationsRequest): ReadonlySet<string> {
  const key = `${request.locale} ${request.mayRedirect}`;
  const known = tested.running.get(key);
  if (known !== undefined) return known;
  const experiments = [...tested.experiments.values()].filter((experiment) => isRunning(experiment, tested, request));
  const running = new Set(experiments.map((experiment) => experiment.key));
  // Windows open and close.
  if (!tested.hasWindows) tested.running.set(key, running);
  return running;
}

function isRunning(
  experiment: PreparedExperiment,
  { facts: { unready, stopped } }: DocumentExperiments,
  request: VariationsRequest,
): boolean {
  const { key, obstacle, prerequisites } = experiment;
  if (obstacle !== null || unready.has(`${key} ${request.locale}`)) return false;
  const isOut = (parent: string): boolean =>
    stopped?.has(parent) === true || unready.has(parent) || unready.has(`${parent} ${request.locale}`);
  if (prerequisites.some((parent) => isOut(parent.key))) return false;
  return (request.mayRedirect || !hasRedirectVariation(experiment)) && areOpen(experiment, request);
}

export function hasRedirectVariation({ variations }: PreparedExperiment): boolean {
  return variations.some(({ redirects }) => redirects);
}

/** Keys of experiments outside their window, or with a variation outside its window. */
export function listClosedExperiments(
  { experiments }: DocumentExperiments,
  request: VariationsRequest,
): readonly string[] {
  return [...experiments.values()].filter((experiment) => !areOpen(experiment, request)).map(({ key }) => key);
}

function areOpen(experiment: PreparedExperiment, { plan, facts }: VariationsRequest): boolean {
  const ofVariations = experiment.variations.map(({ variant }) => plan.site.documents.get(variant)?.window);
  const windows = [...listWindows(experiment), ...ofVariations];
  return windows.every((window) => window === undefined || computeWindowState(window, facts.now) === 'open');
}

import { windowState } from '#engine/base/wall-time.ts';
import type { ArmsRequest } from './arms-request.ts';
import type { TestedDocument } from './tested-document.ts';
import { type TestedExperiment, windowsOf } from './tested-experiment.ts';

/**
 * Keys of the running experiments: every variation is ready in the language, within its window, and redirects are allowed; the same
 * holds for their prerequisites. An experiment with an unavailable variation does not run at all, so that its control
 * is not counted either.
 */
export function runningExperiments(tested: TestedDocument, request: ArmsRequest): ReadonlySet<string> {
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
  experiment: TestedExperiment,
  { facts: { unready, stopped } }: TestedDocument,
  request: ArmsRequest,
): boolean {
  const { key, obstacle, prerequisites } = experiment;
  if (obstacle !== null || unready.has(`${key} ${request.locale}`)) return false;
  const isOut = (parent: string): boolean =>
    stopped?.has(parent) === true || unready.has(parent) || unready.has(`${parent} ${request.locale}`);
  if (prerequisites.some((parent) => isOut(parent.key))) return false;
  return (request.mayRedirect || !hasRedirectArm(experiment)) && areOpen(experiment, request);
}

export function hasRedirectArm({ arms }: TestedExperiment): boolean {
  return arms.some(({ redirects }) => redirects);
}

/** Keys of experiments outside their window, or with a variation outside its window. */
export function closedExperiments({ experiments }: TestedDocument, request: ArmsRequest): readonly string[] {
  return [...experiments.values()].filter((experiment) => !areOpen(experiment, request)).map(({ key }) => key);
}

function areOpen(experiment: TestedExperiment, { plan, facts }: ArmsRequest): boolean {
  const ofArms = experiment.arms.map(({ variant }) => plan.site.documents.get(variant)?.window);
  const windows = [...windowsOf(experiment), ...ofArms];
  return windows.every((window) => window === undefined || windowState(window, facts.now) === 'open');
}

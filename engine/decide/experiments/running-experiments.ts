import { windowState } from '#engine/base/wall-time.ts';
import type { ArmsRequest } from './arms-request.ts';
import type { TestedDocument } from './tested-document.ts';
import { type TestedExperiment, windowsOf } from './tested-experiment.ts';

/**
 * Keys of the experiments that visitors may take part in: every arm is ready in their language, shown at this time, and they may be
 * redirected to it; so it is with the experiments that they have as prerequisites. Nobody takes part in half of an experiment, so that
 * those of the control don't count either.
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

/** Keys of the experiments that are outside their window now, or of which an arm is. */
export function closedExperiments({ experiments }: TestedDocument, request: ArmsRequest): readonly string[] {
  return [...experiments.values()].filter((experiment) => !areOpen(experiment, request)).map(({ key }) => key);
}

function areOpen(experiment: TestedExperiment, { plan, facts }: ArmsRequest): boolean {
  const ofArms = experiment.arms.map(({ variant }) => plan.site.documents.get(variant)?.window);
  const windows = [...windowsOf(experiment), ...ofArms];
  return windows.every((window) => window === undefined || windowState(window, facts.now) === 'open');
}

import { reportProblem } from '../dom/problems.ts';

let isReported = false;

/** Once a page, however many islands ask for flags. */
export function reportNoFlags(cause: unknown): void {
  if (isReported) return;
  isReported = true;
  reportProblem('experiments', new Error('Failed to initialize Growthbook', { cause }));
}

import { reportProblem } from '../dom/problems.ts';

let isReported = false;

/** Reports once per page. */
export function reportNoFlags(cause: unknown): void {
  if (isReported) return;
  isReported = true;
  reportProblem('experiments', new Error('Failed to initialize Growthbook', { cause }));
}

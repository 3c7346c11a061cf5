/** A non-fatal problem; error reporting listens for it. */
export interface Problem {
  readonly where: string;
  readonly error: unknown;
}

/** Event name, dispatched on `document`. */
export const PROBLEM_EVENT = 'vitrine:problem';

/** Notifies error reporting; nothing is written to the console. */
export function reportProblem(where: string, error: unknown): void {
  document.dispatchEvent(new CustomEvent<Problem>(PROBLEM_EVENT, { detail: { where, error } }));
}

/** A problem that the page has survived; who collects errors listens for it. */
export interface Problem {
  readonly where: string;
  readonly error: unknown;
}

/** Name of the event, dispatched on `document`. */
export const PROBLEM_EVENT = 'vitrine:problem';

/** Informs error collectors; nothing is written to the console. */
export function reportProblem(where: string, error: unknown): void {
  document.dispatchEvent(new CustomEvent<Problem>(PROBLEM_EVENT, { detail: { where, error } }));
}

/*
 * Thrown errors belong to one of three classes, distinguished by name in logs and in code. Expected outcomes
 * are return values. No message of these classes reaches a client; http and graphql have texts of their own.
 * Browser code throws the platform's classes, such as `DOMException`, so that no page loads these.
 */

/** A violated invariant: a bug. Commands and logs show its stack. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
}

/**
 * A mistake of authors or operators. Its message says where it is, what was
 * expected, what was found and what to do; commands show it without a stack. Mistakes in documents are
 * findings, see `finding.ts`.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** A failure outside this process: of a service, a database, the network. Caught locally and logged, or shown with its cause. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** By name, because the built compiler has its own copies of the classes. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && error.name === 'UserError';
}

/** By name, for the same reason. */
export function isUnavailableError(error: unknown): error is UnavailableError {
  return error instanceof Error && error.name === 'UnavailableError';
}

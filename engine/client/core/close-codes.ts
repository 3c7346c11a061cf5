/** Close codes of `graphql-transport-ws` and its clients, with the names of the source (C3). */
export const closeCodes = {
  internalServerError: 4500,
  internalClientError: 4005,
  badRequest: 4400,
  badResponse: 4004,
  unauthorized: 4401,
  forbidden: 4403,
  subprotocolNotAcceptable: 4406,
  connectionInitialisationTimeout: 4408,
  connectionAcknowledgementTimeout: 4504,
  subscriberAlreadyExists: 4409,
  tooManyInitialisationRequests: 4429,
  terminated: 4499,
  clientRestart: 4205,
} as const;

const fatal: ReadonlySet<number> = new Set([
  closeCodes.internalServerError,
  closeCodes.internalClientError,
  closeCodes.badRequest,
  closeCodes.badResponse,
  closeCodes.unauthorized,
  closeCodes.subprotocolNotAcceptable,
  closeCodes.subscriberAlreadyExists,
  closeCodes.tooManyInitialisationRequests,
]);

/** Normal closure, going away, no status, abnormal closure, service restart, try again later, bad gateway. */
const harmless: ReadonlySet<number> = new Set([1000, 1001, 1005, 1006, 1012, 1013, 1014]);

/** Whether reconnecting after this close code is pointless. */
export function isFatalClose(code: number): boolean {
  return fatal.has(code) || (code >= 1000 && code <= 1999 && !harmless.has(code));
}

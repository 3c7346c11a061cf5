/** Prefix of correlation ids that distinguishes requests of browsers in logs. */
const PREFIX = 'web-';

/** One per page load. */
const sessionId = crypto.randomUUID();

/** Headers of every GraphQL request (C2). */
export function buildRequestHeaders(sourcePage: string, authorization: string | null): Record<string, string> {
  return {
    'X-Correlation-ID': `${PREFIX}${crypto.randomUUID()}`,
    'X-Session-ID': sessionId,
    'X-Source-Page': sourcePage,
    ...(authorization !== null && { Authorization: authorization }),
  };
}

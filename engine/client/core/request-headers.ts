/** Prefix of correlation ids, so that a log tells requests of browsers from others. */
const PREFIX = 'web-';

/** One per page load. */
const sessionId = crypto.randomUUID();

/** C2: what every GraphQL request says of itself. */
export function requestHeaders(sourcePage: string, authorization: string | null): Record<string, string> {
  return {
    'X-Correlation-ID': `${PREFIX}${crypto.randomUUID()}`,
    'X-Session-ID': sessionId,
    'X-Source-Page': sourcePage,
    ...(authorization !== null && { Authorization: authorization }),
  };
}

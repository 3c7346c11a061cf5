/** Prefix of correlation ids, so that a log distinguishes requests of browsers from others. */
const PREFIX = 'web-';

/** One per page load. */
const sessionId = crypto.randomUUID();

/** What every GraphQL request says of itself (C2). */
export function requestHeaders(sourcePage: string, authorization: string | null): Record<string, string> {
  return {
    'X-Correlation-ID': `${PREFIX}${crypto.randomUUID()}`,
    'X-Session-ID': sessionId,
    'X-Source-Page': sourcePage,
    ...(authorization !== null && { Authorization: authorization }),
  };
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** `X-Correlation-ID` of the request, if well-formed; others could forge log lines. */
export function readCorrelationId(request: IncomingMessage): string | null {
  const given = request.headers['x-correlation-id'];
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : null;
}

export function getCorrelationId(request: IncomingMessage): string {
  return readCorrelationId(request) ?? randomUUID();
}

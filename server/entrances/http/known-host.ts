import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '#server/platform/settings/read-settings.ts';

const own: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request names this server. Demo mode shows mails and its playground to this machine alone, so a page of another name
 * that leads to this machine (DNS rebinding) gets nothing; in production the proxy in front knows the names.
 */
export function namesThisServer({
  mode,
  publicOrigin,
}: Pick<Settings, 'mode' | 'publicOrigin'>): (request: Pick<IncomingMessage, 'headers'>) => boolean {
  if (mode !== 'demo') return () => true;
  const { hostname } = new URL(publicOrigin);
  return ({ headers: { host } }) => {
    // HTTP/1.0 names no host; browsers always do.
    if (host === undefined) return true;
    const name = URL.parse(`http://${host}`)?.hostname;
    return name !== undefined && (own.has(name) || name === hostname);
  };
}

/** 421 Misdirected Request (RFC 9110, 15.5.20). */
export function sendMisdirected(response: ServerResponse, publicOrigin: string): void {
  response.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(
    `In demo mode this server answers localhost and ${new URL(publicOrigin).host} alone. Set PUBLIC_ORIGIN for another name.\n`,
  );
}

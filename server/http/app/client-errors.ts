import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** What the HTTP parser rejected. */
export interface ClientError extends Error {
  readonly code?: string;
  /** Last bytes that were read. */
  readonly rawPacket?: unknown;
}

/** Request line of a page whose target has characters that a target must percent-encode (RFC 3986, 2.1), read as Latin-1. */
const UNENCODED = /^(?:GET|HEAD) (\/(?![/\\])[ -~\x80-\xff]*) HTTP\/1\.[01]\r\n/;

/**
 * Responds to requests that Node.js does not parse. Links with unencoded letters or spaces, as mail clients and redirects send them, are
 * redirected to the encoded target, because browsers encode it themselves and other clients cannot be corrected.
 */
export function handleClientError({ code, rawPacket }: ClientError, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [, target = ''] = UNENCODED.exec(Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '') ?? [];
  const encoded = encodeTarget(target);
  if (encoded === target) respond(socket, statusFor(code), []);
  else respond(socket, 302, [`Location: ${encoded}`]);
}

/** By octet: what the bytes mean is decided where the target is read. */
function encodeTarget(target: string): string {
  return target.replaceAll(/[^!-~]/g, (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

function statusFor(code: string | undefined): 400 | 408 | 431 {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

function respond(socket: Socket, status: number, headers: readonly string[]): void {
  const reason = STATUS_CODES[status] ?? '';
  const body = `${reason}\n`;
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...headers,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { FORM_TYPE, MAX_PAIRS } from '#server/platform/requests/bodies.ts';

/** A field with its text, or a file with its bytes in any encoding. */
export interface FormPair {
  readonly name: string;
  readonly value: string | Buffer;
}

export class UnreadableBodyError extends Error {
  readonly status: 400 | 413;
  constructor(status: 400 | 413) {
    super(`A body was refused with ${status}.`);
    this.status = status;
  }
}

/**
 * Reads a body up to the limit.
 * @throws UnreadableBodyError with 413 when `Content-Length` or the body itself exceeds it
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new UnreadableBodyError(413);
  const parts: Buffer[] = [];
  let length = 0;
  try {
    // Kept open when the body is too long: the response uses the same connection.
    for await (const part of request.iterator({ destroyOnReturn: false })) {
      parts.push(part);
      length += parts.at(-1)?.length ?? 0;
      if (length > limit) break;
    }
  } catch {
    // The client closed the connection.
    throw new UnreadableBodyError(400);
  }
  if (length > limit) throw new UnreadableBodyError(413);
  return Buffer.concat(parts, length);
}

/**
 * Fields of a form in either content type of browsers (HTML, 4.10.21.7), in linear time. A list of codes may have a megabyte, so decoding yields
 * to other requests between chunks.
 *
 * @throws UnreadableBodyError with 400 for a malformed body
 */
export async function readPairs(body: Buffer, contentType: string): Promise<readonly FormPair[]> {
  return contentType.toLowerCase().startsWith(FORM_TYPE)
    ? readEncoded(body)
    : readMultipart(body, readBoundary(contentType));
}

async function readEncoded(body: Buffer): Promise<readonly FormPair[]> {
  const pairs: FormPair[] = [];
  for (let from = 0; from < body.length;) {
    const next = body.indexOf(AMPERSAND, from);
    const pair = body.subarray(from, next === -1 ? undefined : next);
    from = next === -1 ? body.length : next + 1;
    if (pair.length === 0) continue;
    if (pairs.length === MAX_PAIRS) throw new UnreadableBodyError(400);
    const equals = pair.indexOf(EQUALS);
    const [name, value] = equals === -1 ? [pair, EMPTY] : [pair.subarray(0, equals), pair.subarray(equals + 1)];
    pairs.push({ name: await decoded(name), value: await decoded(value) });
  }
  return pairs;
}

/** `percent-decode` and `UTF-8 decode` of the WHATWG; an incomplete escape stays as it is. */
async function decoded(encoded: Buffer): Promise<string> {
  const bytes = Buffer.allocUnsafe(encoded.length);
  let length = 0;
  let pause = PIECE;
  for (let at = 0; at < encoded.length; at += 1) {
    if (at >= pause) {
      pause += PIECE;
      await setImmediate();
    }
    const byte = encoded[at] ?? 0;
    const high = byte === PERCENT ? parseHexDigit(encoded[at + 1]) : -1;
    const low = high === -1 ? -1 : parseHexDigit(encoded[at + 2]);
    if (low === -1) bytes[length] = byte === PLUS ? SPACE : byte;
    else {
      bytes[length] = high * 16 + low;
      at += 2;
    }
    length += 1;
  }
  return bytes.toString('utf8', 0, length);
}

function parseHexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** RFC 7578: parts between boundaries, each with its name and, for a file, its file name. */
function readMultipart(body: Buffer, boundary: string): readonly FormPair[] {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const pairs: FormPair[] = [];
  const start = delimiter.subarray(2);
  if (!body.subarray(0, start.length).equals(start)) throw new UnreadableBodyError(400);
  for (let at = start.length; ;) {
    if (body.toString('latin1', at, at + 2) === '--') return pairs;
    const head = body.subarray(at, at + MAX_HEAD);
    const headEnd = head.indexOf('\r\n\r\n');
    const end = headEnd === -1 ? -1 : body.indexOf(delimiter, at + headEnd + 4);
    if (end === -1 || pairs.length === MAX_PAIRS) throw new UnreadableBodyError(400);
    const { name, isFile } = namesIn(head.toString('utf8', 0, headEnd));
    const value = body.subarray(at + headEnd + 4, end);
    pairs.push({ name, value: isFile ? value : value.toString() });
    at = end + delimiter.length;
  }
}

/** Browsers escape line breaks and quotation marks in names. */
function namesIn(head: string): { readonly name: string; readonly isFile: boolean } {
  const line = head.split('\r\n').find((each) => each.toLowerCase().startsWith('content-disposition:')) ?? '';
  const name = /[; ]name="([^"]*)"/.exec(line)?.[1];
  if (name === undefined) throw new UnreadableBodyError(400);
  const unescaped = name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
  return { name: unescaped, isFile: /[; ]filename="/.test(line) };
}

function readBoundary(contentType: string): string {
  const boundary = /;\s?boundary="?([\w'()+,./:=?-]{1,70})"?$/i.exec(contentType)?.[1];
  if (boundary === undefined) throw new UnreadableBodyError(400);
  return boundary;
}

/** Bytes per chunk; about 0.2 ms. */
const PIECE = 32 * 1024;
/** Maximum bytes of a part's headers. */
const MAX_HEAD = 4 * 1024;
const EMPTY = Buffer.alloc(0);
const [AMPERSAND, EQUALS, PERCENT, PLUS, SPACE] = [0x26, 0x3d, 0x25, 0x2b, 0x20];

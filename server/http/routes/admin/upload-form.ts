import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { SentFile } from '#server/admin/admin-page.ts';
import { bodyLimits, MAX_PAIRS } from '#server/platform/requests/bodies.ts';
import { UnreadableBodyError } from './form-body.ts';

/** A form with a file, which is on disk until `discard`. */
export interface UploadForm {
  readonly texts: ReadonlyMap<string, string>;
  /** `null` when none was chosen. */
  readonly file: SentFile | null;
  discard(): Promise<void>;
}

/** Bytes of an oversized form that are read, so that the browser can read the response and nothing typed is lost. */
const MAX_PASSED = 300_000_000;

/** Whether to read a form, by its `Content-Length`: whole, its fields without its file, or not at all. */
export function admitUpload(
  { headers }: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
): 'whole' | 'fields' | 'nothing' {
  const length = Number(headers['content-length']);
  if (length > MAX_PASSED) return 'nothing';
  response.shouldKeepAlive = headers.connection !== 'close';
  return length > maxBytes + bodyLimits.form ? 'fields' : 'whole';
}

/**
 * Reads a form of type `multipart/form-data`; its first file is streamed to a temporary folder.
 *
 * @param maxBytes limit of the file; a longer one is marked and cut to it
 * @throws UnreadableBodyError when it is aborted or malformed
 */
export async function readUploadForm(request: IncomingMessage, maxBytes: number): Promise<UploadForm> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-upload-'));
  const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    return { ...(await readInto(folder, request, maxBytes)), discard };
  } catch {
    await discard();
    throw new UnreadableBodyError(400);
  }
}

/** Reads the fields of a form whose file is too large. */
export async function readUploadFields(request: IncomingMessage): Promise<UploadForm['texts']> {
  const { texts, discard } = await readUploadForm(request, 1);
  await discard();
  return texts;
}

async function readInto(
  folder: string,
  request: IncomingMessage,
  maxBytes: number,
): Promise<Pick<UploadForm, 'texts' | 'file'>> {
  const texts = new Map<string, string>();
  const writing: Promise<SentFile | null>[] = [];
  // Node.js types do not guarantee a content type.
  const reader = new Busboy({
    headers: request.headers as BusboyHeaders,
    limits: { fileSize: maxBytes, files: 1, fields: MAX_PAIRS, fieldSize: bodyLimits.form, headerPairs: 20 },
  });
  reader.on('field', (name, value) => texts.set(name, value.trim()));
  reader.on('file', (_field, content, name) => {
    const path = join(folder, 'file');
    const sum = createHash('sha256');
    content.on('data', (piece: Buffer) => void sum.update(piece));
    writing.push(
      pipeline(content, createWriteStream(path)).then(() => {
        // Browsers send an empty file without a name when none was chosen.
        return content.bytesRead === 0 && !name
          ? null
          : { path, name, hash: sum.digest('hex'), isCut: content.truncated };
      }),
    );
    // The client closed the connection; the reader below rejects the form.
    writing.at(-1)?.catch(() => undefined);
  });
  await pipeline(request, reader);
  const [file = null] = await Promise.all(writing);
  return { texts, file };
}

import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { ImageFile, ResolveInput } from '#engine/documents/types.ts';
import { runLimited } from '#engine/shared/run-limited.ts';
import { isObject } from '#engine/documents/json.ts';
import type { InspectionCache } from './inspection-cache.ts';
import { getErrorMessage } from './get-error-message.ts';

interface Looked {
  readonly size: number;
  readonly modified: number;
  readonly file: ImageFile;
}

/** By absolute path: only files that changed are read again. */
const known = new Map<string, Looked>();

/** Images of brands, such as those of mails. */
const BRAND_IMAGE = /\.(?:jpg|png|webp|avif)$/;

/** The same project with the content of its image files and those of its brands, as far as their headers state it. */
export async function inspectImages<Input extends Pick<ResolveInput, 'images' | 'brandFiles'>>(
  root: string,
  input: Input,
  memory?: InspectionCache,
): Promise<Input & { readonly imageFiles: ReadonlyMap<string, ImageFile> }> {
  const found = new Map<string, ImageFile>();
  const all = [...input.images, ...(input.brandFiles ?? []).filter((path) => BRAND_IMAGE.test(path))];
  await runLimited(all, 8, async (path) => {
    const file = await lookAt(join(root, path), memory);
    if (file !== null) found.set(path, file);
  });
  // In the order of the list.
  const imageFiles = new Map(all.flatMap((path) => toPairs(path, found.get(path))));
  return { ...input, imageFiles };
}

const toPairs = (path: string, file: ImageFile | undefined): (readonly [string, ImageFile])[] =>
  file === undefined ? [] : [[path, file]];

/** `null` if the file is missing or unreadable, which other rules report. */
async function lookAt(path: string, memory: InspectionCache | undefined): Promise<ImageFile | null> {
  const status = await stat(path).catch(() => null);
  if (status?.isFile() !== true) return null;
  const { size, mtimeMs: modified } = status;
  const before = known.get(path);
  if (before?.size === size && before.modified === modified) return before.file;
  const file =
    memory === undefined
      ? await read(path, size)
      : await memory.recall(await readFile(path, 'latin1'), isImageFile, () => read(path, size));
  known.set(path, { size, modified, file });
  return file;
}

const isImageFile = (value: unknown): value is ImageFile =>
  isObject(value) &&
  (typeof value['problem'] === 'string' ||
    (typeof value['format'] === 'string' &&
      ['width', 'height', 'bytes', 'frames'].every((name) => typeof value[name] === 'number')));

async function read(path: string, bytes: number): Promise<ImageFile> {
  if (bytes === 0) return { problem: 'the file is empty' };
  try {
    const { default: sharp } = await import('sharp');
    const { format, autoOrient, compression, pages = 1, space } = await sharp(path).metadata();
    // AVIF and HEIC have the same container format.
    const kind = format !== 'heif' ? format : compression === 'av1' ? 'avif' : 'heic';
    // Decoding takes a hundred times as long as reading the header, and the end of a file shows whether it is truncated.
    if (kind !== 'heic' && !(await endsAsItShould(path, kind, bytes))) await sharp(path).resize(16).raw().toBuffer();
    if (kind === 'png' && hasWrongChecksum(await readFile(path)))
      return { problem: 'a part of it is damaged (its checksum does not fit)' };
    return {
      format: kind,
      width: autoOrient.width,
      height: autoOrient.height,
      bytes,
      frames: pages,
      ...(space === 'cmyk' && { isOfPrint: true }),
    };
  } catch (error) {
    return {
      problem: (await nameForeign(path)) ?? describeReason(getErrorMessage(error).replaceAll(path, 'the file')),
    };
  }
}

/** Whether a file has the end marker of its format; `false` for formats without one, which have to be decoded. */
async function endsAsItShould(path: string, format: string, bytes: number): Promise<boolean> {
  const file = await open(path);
  try {
    const bytesAt = async (position: number, length: number): Promise<Buffer> =>
      (await file.read(Buffer.alloc(length), 0, length, position)).buffer;
    const end = await bytesAt(Math.max(0, bytes - 32), Math.min(32, bytes));
    if (format === 'jpeg') return end.includes(Buffer.from([0xff, 0xd9]));
    if (format === 'png') return end.includes('IEND');
    return format === 'webp' && (await bytesAt(4, 4)).readUInt32LE(0) + 8 <= bytes;
  } finally {
    await file.close();
  }
}

/** Chunks of a PNG: length, type, data and a checksum of the latter two (PNG, third edition, 5.3). */
function hasWrongChecksum(png: Buffer): boolean {
  for (let at = 8; at + 12 <= png.length;) {
    const end = at + 8 + png.readUInt32BE(at);
    if (end + 4 > png.length || crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end)) return true;
    at = end + 4;
  }
  return false;
}

/** Files of other kinds under the name of an image, by their first bytes. */
const FOREIGN: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [
    /^version https:\/\/git-lfs/,
    'it is a pointer of Git LFS, and the image itself was not downloaded: run "git lfs pull"',
  ],
  [/^\s*<(?:!doctype\s+html|html)/i, 'it is a web page (HTML), as saved in place of the image'],
  [/^.{4}ftyp(?:hei|hev|mif1)/s, 'it is HEIC, the format of phones, which browsers do not show'],
  [/^8BPS/, 'it is a file of Photoshop'],
  [/^%PDF/, 'it is a PDF'],
];

async function nameForeign(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    const start = buffer.toString('latin1', 0, bytesRead);
    return FOREIGN.find(([pattern]) => pattern.test(start))?.[1] ?? null;
  } finally {
    await file.close();
  }
}

function describeReason(reason: string): string {
  // Decoders repeat themselves on further lines.
  const [said = ''] = reason.trim().split('\n');
  return /unsupported image format/i.test(reason)
    ? 'it is not an image that is known here'
    : /premature end|truncated|unexpected end|bad seek|not enough data/i.test(reason)
      ? `a part of it is missing, as after a copy that broke off (the decoder says "${said}")`
      : `the decoder says "${said}"`;
}

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { PictureFile, ResolveInput } from '#engine/documents/types.ts';
import { eachLimited } from '#engine/base/each-limited.ts';
import { reasonOf } from './reason-of.ts';

interface Looked {
  readonly size: number;
  readonly modified: number;
  readonly file: PictureFile;
}

/** By absolute path: only files that changed are read again. */
const known = new Map<string, Looked>();

/** The same project with what its picture files hold, as far as their first bytes say. */
export async function withPictures<Input extends Pick<ResolveInput, 'images'>>(
  root: string,
  input: Input,
): Promise<Input & { readonly pictures: ReadonlyMap<string, PictureFile> }> {
  const found = new Map<string, PictureFile>();
  await eachLimited(input.images, 8, async (path) => {
    const file = await lookAt(join(root, path));
    if (file !== null) found.set(path, file);
  });
  // In the order of the list, whichever was read first.
  const pictures = new Map(input.images.flatMap((path) => pairOf(path, found.get(path))));
  return { ...input, pictures };
}

const pairOf = (path: string, file: PictureFile | undefined): (readonly [string, PictureFile])[] =>
  file === undefined ? [] : [[path, file]];

/** `null` when the file went away meanwhile, or is one that the disk does not give: then others say so. */
async function lookAt(path: string): Promise<PictureFile | null> {
  const status = await stat(path).catch(() => null);
  if (status?.isFile() !== true) return null;
  const { size, mtimeMs: modified } = status;
  const before = known.get(path);
  if (before?.size === size && before.modified === modified) return before.file;
  const file = await read(path, size);
  known.set(path, { size, modified, file });
  return file;
}

async function read(path: string, bytes: number): Promise<PictureFile> {
  if (bytes === 0) return { problem: 'the file is empty' };
  try {
    const { format, autoOrient, compression } = await sharp(path).metadata();
    // What AVIF and HEIC have in common is their container.
    const kind = format === 'heif' && compression === 'av1' ? 'avif' : format;
    return { format: kind, width: autoOrient.width, height: autoOrient.height, bytes };
  } catch (error) {
    return { problem: inWords(reasonOf(error)) };
  }
}

const inWords = (reason: string): string =>
  /unsupported image format/i.test(reason) ? 'it is not a picture that is known here' : `the decoder says "${reason}"`;

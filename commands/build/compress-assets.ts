import { glob, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Smaller files are not worth compressing. */
const MIN_BYTES = 512;

/** Brotli quality; the best one takes twenty times as long and saves 7 % of the bytes. */
export const BEST = constants.BROTLI_MAX_QUALITY;
export const QUICK = 9;

/** Writes `.br` and `.gz` beside all text files in `folder`, so that nothing is compressed per request. */
export async function compressAssets(folder: string, quality: number): Promise<void> {
  const writing: Promise<void>[] = [];
  for await (const entry of glob('assets/**/*.{js,css,svg,json,txt}', { cwd: folder, withFileTypes: true }))
    writing.push(compress(`${entry.parentPath}/${entry.name}`, quality));
  await Promise.all(writing);
}

async function compress(file: string, quality: number): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  };
  await Promise.all([
    brotliAsync(content, options).then((bytes) => writeFile(`${file}.br`, bytes)),
    gzipAsync(content, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ]);
}

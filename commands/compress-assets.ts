import { glob, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Smaller files are not worth a second one beside them. */
const SMALLEST = 512;

/** Writes `.br` and `.gz` beside every text file below `folder`, so that nothing is compressed per request. */
export async function compressAssets(folder: string): Promise<void> {
  for await (const entry of glob('assets/**/*.{js,css,svg,json,txt}', { cwd: folder, withFileTypes: true })) {
    const file = `${entry.parentPath}/${entry.name}`;
    const content = await readFile(file);
    if (content.length < SMALLEST) continue;
    const options = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    };
    await Promise.all([
      brotliAsync(content, options).then((bytes) => writeFile(`${file}.br`, bytes)),
      gzipAsync(content, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
    ]);
  }
}

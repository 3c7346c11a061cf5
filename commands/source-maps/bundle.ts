import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { TextReader, ZipWriter } from '@zip.js/zip.js';
import { UserError } from '#engine/shared/errors.ts';
import { listPaths } from '#engine/documents/list-paths.ts';

/** Scripts of a build with their source maps, an artifact bundle in Sentry's protocol. */
export interface Bundle {
  readonly bytes: Uint8Array;
  /** SHA-1 of the bytes, in hexadecimal. Deterministic per build. */
  readonly checksum: string;
  /** Addresses of the scripts, such as `~/assets/start.CG3xYhGd.js`, where `~` is any origin. */
  readonly scripts: readonly string[];
}

export interface BundleInput {
  /** Folders of a build: public files, and source maps. */
  readonly folder: { readonly client: string; readonly sourceMaps: string };
  /** Release name in error reports. */
  readonly release: string;
  readonly basePath: string;
}

/** Header before the ZIP archive: name and version of the format. */
const HEADER = Uint8Array.of(...Buffer.from('SYSB'), 2, 0, 0, 0);

/** @throws UserError for a build without source maps */
export async function makeBundle(input: BundleInput): Promise<Bundle> {
  const entries = await readEntries(input);
  const files = Object.fromEntries(entries.map(({ path, about }) => [path, about]));
  const manifest = JSON.stringify({ release: input.release, files });
  const bytes = await zip([{ path: 'manifest.json', text: manifest }, ...entries]);
  const scripts = entries.flatMap(({ about }) => (about.type === 'minified_source' ? [about.url] : []));
  return { bytes, checksum: createHash('sha1').update(bytes).digest('hex'), scripts };
}

interface Entry {
  readonly path: string;
  readonly text: string;
  readonly about: {
    readonly type: 'minified_source' | 'source_map';
    readonly url: string;
    readonly headers?: { readonly sourcemap: string };
  };
}

async function readEntries({ folder, basePath }: BundleInput): Promise<Entry[]> {
  const maps = listPaths(folder.sourceMaps, '**/*.map');
  if (maps.length === 0)
    throw new UserError(
      `There are no source maps in ${folder.sourceMaps}. Build the release with "npm run build" first.`,
    );
  const readEntry = async (root: string, file: string, about: Omit<Entry['about'], 'url'>): Promise<Entry> => ({
    path: `files/_/_/${file}`,
    text: await readFile(join(root, file), 'utf8'),
    about: { url: `~${basePath}${file}`, ...about },
  });
  const pairs = maps.map((map) => [
    readEntry(folder.client, map.replace(/\.map$/, ''), {
      type: 'minified_source',
      headers: { sourcemap: basename(map) },
    }),
    readEntry(folder.sourceMaps, map, { type: 'source_map' }),
  ]);
  return Promise.all(pairs.flat());
}

async function zip(entries: readonly { readonly path: string; readonly text: string }[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [HEADER];
  const writable = new WritableStream<Uint8Array>({ write: (part) => void parts.push(part.slice()) });
  const writer = new ZipWriter({ writable, size: HEADER.length }, { useWebWorkers: false, lastModDate: new Date(0) });
  for (const { path, text } of entries) await writer.add(path, new TextReader(text));
  await writer.close();
  return Buffer.concat(parts);
}

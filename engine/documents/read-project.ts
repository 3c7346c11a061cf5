import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Layer } from './types.ts';

/** The files of a project as `resolve` takes them. */
export interface ProjectInput {
  readonly layers: readonly [Layer];
  /** Sorted paths of all pictures under `images/`, from the project's root. */
  readonly images: readonly string[];
}

const TEXTS =
  /^(?:pages-config\/.+|locales\/[^/]+\/[^/]+|blocks\/(?:layouts\/)?[^/]+\/(?:strings|[^/]+\.schema)|schemas\/[^/]+\.schema)\.json$/;
const PICTURE = /\.(?:jpg|png|webp|avif)$/;

/**
 * Reads documents, texts, the blocks' own words and the schemas of a project, and lists its pictures.
 * A folder that does not exist is empty. Rejects when a file cannot be read.
 */
export async function readProject(root: string): Promise<ProjectInput> {
  const folders = ['pages-config', 'locales', 'blocks', 'schemas'];
  const listed = (await Promise.all(folders.map((folder) => list(root, folder)))).flat();
  const paths = listed.filter((path) => TEXTS.test(path)).toSorted();
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')));
  const files = new Map(paths.map((path, index) => [path, texts[index] ?? '']));
  const images = (await list(root, 'images')).filter((path) => PICTURE.test(path)).toSorted();
  return { layers: [{ name: 'files', files }], images };
}

async function list(root: string, folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(join(root, folder), { recursive: true });
    return entries.map((entry) => `${folder}/${entry.replaceAll('\\', '/')}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from './paths.ts';

/** What the last build was made from. */
export interface BuildRecord {
  /** Hash of everything that goes into a build. */
  readonly inputs: string;
  /** Hash of the code that renders; part of every template key. */
  readonly buildId: string;
  /** Names the files of the code and how they are compressed: a build in which it is the same has the same files. Unknown of older builds. */
  readonly code?: string;
  /** Hash of what its pages say of where they are served, such as their address. Unknown of older builds. */
  readonly deployment?: string;
  /** Name of the folder that it lies in. No other build ever writes there: a process goes on with what it started with. */
  readonly release: string;
}

/** What Vite built: `client` with `client-modules.json` and `assets` for browsers, `server` with `compile.mjs`. */
export interface ReleaseFolder {
  readonly root: string;
  readonly client: string;
  readonly server: string;
  /** Source maps of what lies in `client`, in the same folders. Nobody loads them from here. */
  readonly sourceMaps: string;
  /** Which images, fonts and link previews were made for it. */
  readonly images: string;
  /** Its pages, see `PagePack`. */
  readonly pages: string;
}

/** Has its name once a build has made all pages, which it does last. */
export const PAGES_FILE = 'pages.pack';

export const releaseFolder = ({ release }: Pick<BuildRecord, 'release'>): ReleaseFolder => ({
  root: join(paths.releases, release),
  client: join(paths.releases, release, 'client'),
  server: join(paths.releases, release, 'server'),
  sourceMaps: join(paths.releases, release, 'source-maps'),
  images: join(paths.releases, release, 'pictures.json'),
  pages: join(paths.releases, release, PAGES_FILE),
});

/** `null` when there is no finished build. */
export async function readBuildRecord(): Promise<BuildRecord | null> {
  try {
    const record: unknown = JSON.parse(await readFile(paths.buildRecord, 'utf8'));
    return isBuildRecord(record) ? record : null;
  } catch {
    return null;
  }
}

/** From now on this is the build that servers start with. */
export async function writeBuildRecord(record: BuildRecord): Promise<void> {
  await writeFile(`${paths.buildRecord}.part`, `${JSON.stringify(record, null, 2)}\n`);
  await rename(`${paths.buildRecord}.part`, paths.buildRecord);
}

function isBuildRecord(value: unknown): value is BuildRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'inputs' in value &&
    typeof value.inputs === 'string' &&
    'buildId' in value &&
    typeof value.buildId === 'string' &&
    'release' in value &&
    typeof value.release === 'string'
  );
}

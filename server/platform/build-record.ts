import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from './paths.ts';

/** Describes the last build. */
export interface BuildRecord {
  /** Hash of everything that goes into a build. */
  readonly inputs: string;
  /** Hash of the rendering code; part of every template key. */
  readonly buildId: string;
  /** Hash of the code files and their compression: builds with the same hash have the same files. Absent in older builds. */
  readonly code?: string;
  /** Hash of deployment values that pages contain, such as their address. Absent in older builds. */
  readonly deployment?: string;
  /** Hash of the record of phases after it. Absent in older builds. */
  readonly phases?: string;
  /** How its pages are compressed, see `PAGE_COMPRESSION`. Absent in older builds. */
  readonly pages?: string;
  /** Name of its folder. Each build writes a new folder, so that running processes keep theirs. */
  readonly release: string;
}

/** Output of Vite: `client` with `client-modules.json` and `assets` for browsers, `server` with `compile.mjs`. */
export interface ReleaseFolder {
  readonly root: string;
  readonly client: string;
  readonly server: string;
  /** Source maps of `client`, in the same folders; not served. */
  readonly sourceMaps: string;
  /** Images, fonts and link previews that were created for it. */
  readonly images: string;
  /** Parts of the project without findings, see `CheckedParts`. Absent in older builds. */
  readonly checked: string;
  /** Its pages, see `PagePack`. */
  readonly pages: string;
}

/** Renamed to this name once all pages are compiled, the last step of a build. */
export const PAGES_FILE = 'pages.pack';

export const getReleaseFolder = ({ release }: Pick<BuildRecord, 'release'>): ReleaseFolder => ({
  root: join(paths.releases, release),
  client: join(paths.releases, release, 'client'),
  server: join(paths.releases, release, 'server'),
  sourceMaps: join(paths.releases, release, 'source-maps'),
  images: join(paths.releases, release, 'pictures.json'),
  checked: join(paths.releases, release, 'checked.json'),
  pages: join(paths.releases, release, PAGES_FILE),
});

/** `null` without a finished build. */
export async function readBuildRecord(): Promise<BuildRecord | null> {
  try {
    const record: unknown = JSON.parse(await readFile(paths.buildRecord, 'utf8'));
    return isBuildRecord(record) ? record : null;
  } catch {
    return null;
  }
}

/** Makes this the build that servers start with. */
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

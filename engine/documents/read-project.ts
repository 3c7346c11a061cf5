import type { Dirent } from 'node:fs';
import { readFile, readdir, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { withoutJourney } from './block-files.ts';
import { PINS_FILE } from './pinned-values.ts';
import { readVideo } from './read-video.ts';
import type { Layer, VideoContent } from './types.ts';

/** Crops known to keep their grade, by path from the project's root; committed, so that a clean checkout measures nothing again. */
export const GRADES_FILE = 'grades.json';

/** The files of a project for `resolve`. */
export interface ProjectInput {
  readonly layers: readonly [Layer];
  /** Sorted paths of all images under `images/`, from the project's root. */
  readonly images: readonly string[];
  /** Content of the files under `videos/`, by sorted path; unknown for a commit. */
  readonly videoFiles?: ReadonlyMap<string, VideoContent>;
  /** Sorted paths of all files under `pages-config/brand/`, which brands name. */
  readonly brandFiles: readonly string[];
  /** Sorted paths of other files, which are ignored; names that start with a dot are not listed. */
  readonly strays: readonly string[];
  /** Symbolic links to another file of the project, with their target. */
  readonly links: ReadonlyMap<string, string>;
  /** Unreadable files and folders, each with the reason. */
  readonly unreadable: ReadonlyMap<string, string>;
}

/** Whether `resolve` needs the text of a file, or its name as that of an image. */
export function classifyFile(path: string): 'text' | 'image' | null {
  if (isText(path)) return 'text';
  return IMAGE.test(path) ? 'image' : null;
}

/** Reads the text of a file; rejects with a file system error. */
export type ReadText = (path: string) => Promise<string>;

const TEXTS =
  /^(?:pages-config\/.+|locales\/[^/]+\/[^/]+|locales\/confirmed|blocks\/(?:layouts\/)?[^/]+\/(?:strings|[^/]+\.schema)|schemas\/[^/]+\.schema)\.json$/;
const isText = (path: string): boolean => TEXTS.test(withoutJourney(path));
/** Fonts and images of mails. */
const BRAND_FILE = /^pages-config\/brand\/.+/;
const IMAGE = /\.(?:jpg|png|webp|avif)$/;
const VIDEO = /\.(?:mp4|webm|vtt)$/;

/**
 * Reads documents, texts, pins, the blocks' own texts and the schemas of a project, and lists its images.
 * A missing folder is empty, a file that is removed meanwhile is ignored; unreadable ones are listed with the reason.
 */
export async function readProject(root: string, readText: ReadText = readUtf8): Promise<ProjectInput> {
  const unreadable = new Map<string, string>();
  const ofJourneys = await readdir(join(root, 'journeys')).catch((): string[] => []);
  const foldersOfJourneys = ofJourneys.flatMap((journey) => [
    `journeys/${journey}/blocks`,
    `journeys/${journey}/locales`,
  ]);
  const folders = ['pages-config', 'locales', 'blocks', ...foldersOfJourneys, 'schemas', 'images', 'videos'];
  const entries = new Map((await Promise.all(folders.map((folder) => list(root, folder, unreadable)))).flat());
  const paths = [...entries.keys()].toSorted();
  const files = new Map<string, string>();
  const read = async (path: string): Promise<readonly [path: string, text: string] | null> => {
    try {
      if (entries.get(path)?.isDirectory() === true) throw new FileError('EISDIR');
      return [path, await readText(join(root, path))];
    } catch (error) {
      noteUnreadable(path, error, entries.get(path)?.isSymbolicLink() === true, unreadable);
      return null;
    }
  };
  for (const file of await Promise.all([...paths.filter(isText), PINS_FILE, GRADES_FILE].map(read)))
    if (file !== null) files.set(...file);
  const images = paths.filter(
    (path) => IMAGE.test(path) && path.startsWith('images/') && entries.get(path)?.isDirectory() !== true,
  );
  const brandFiles = paths.filter((path) => BRAND_FILE.test(path));
  const strays = paths.filter((path) => isStray(path));
  return {
    layers: [{ name: 'files', files }],
    images,
    videoFiles: new Map(
      await Promise.all(
        paths
          .filter((path) => path.startsWith('videos/') && !/\/\.[^/]*$/.test(path))
          .map(async (path) => [path, await readVideo(join(root, path))] as const),
      ),
    ),
    brandFiles,
    strays,
    links: await resolveLinks(root, entries, unreadable),
    unreadable,
  };
}

/** Platforms mount files by links to other places; a link inside the project is one file under two names. */
async function resolveLinks(
  root: string,
  entries: ReadonlyMap<string, Dirent>,
  unreadable: Map<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const links = new Map<string, string>();
  const top = await realpath(root);
  for (const [path, entry] of entries) {
    if (!entry.isSymbolicLink()) continue;
    const to = await realpath(join(root, path)).catch((error: unknown) => {
      if (!unreadable.has(path)) noteUnreadable(path, error, true, unreadable);
      return null;
    });
    const inside = to === null ? '' : relative(top, to).replaceAll('\\', '/');
    if (entries.has(inside)) links.set(path, inside);
  }
  return links;
}

/** Images have the formats that the site reads; blocks and schemas have files of many kinds. */
function isStray(path: string): boolean {
  if (/\/\.[^/]*$/.test(path) || BRAND_FILE.test(path)) return false;
  if (path.startsWith('images/')) return !IMAGE.test(path);
  if (path.startsWith('videos/')) return !VIDEO.test(path);
  return /^(?:pages-config|locales)\//.test(path) && !isText(path);
}

const readUtf8: ReadText = (path) => readFile(path, 'utf8');

type Entry = readonly [path: string, entry: Dirent];

/** Content of a folder, at any depth. A folder that is named like a file counts as unreadable. */
async function list(root: string, folder: string, unreadable: Map<string, string>): Promise<readonly Entry[]> {
  let entries: readonly Dirent[];
  try {
    entries = await readdir(join(root, folder), { withFileTypes: true });
  } catch (error) {
    noteUnreadable(folder, error, false, unreadable);
    return [];
  }
  const lists = entries.map(async (entry): Promise<readonly Entry[]> => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() && !isText(path) ? list(root, path, unreadable) : [[path, entry]];
  });
  return (await Promise.all(lists)).flat();
}

/** As the file system returns it. */
class FileError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'This is a folder, although its name is that of a file. Rename or remove it.',
  EACCES: 'The file cannot be read: this user has no permission. Grant it, such as with "chmod a+r".',
  EPERM: 'The file cannot be read: this user has no permission. Grant it, such as with "chmod a+r".',
  ELOOP: 'The file is a link that leads back to itself. Put the file itself here.',
};

function noteUnreadable(path: string, error: unknown, isLink: boolean, unreadable: Map<string, string>): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  // Only file system errors are for the author.
  if (code === undefined) throw error;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    if (isLink) unreadable.set(path, 'The file is a link to a file that does not exist. Put the file itself here.');
    return;
  }
  const reason = REASONS[code] ?? `The file cannot be read (${code}). Check the disk.`;
  unreadable.set(path, reason);
}

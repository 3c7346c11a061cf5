import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, parseObject } from '#engine/documents/json.ts';
import { GRADES_FILE } from '#engine/documents/read-project.ts';
import type { GradedCrop } from '#engine/documents/types.ts';
import { digest } from './hash8.ts';
import { imageSettings } from './image-settings.ts';
import { findImageFile } from './find-image-file.ts';
import type { InspectionCache } from './inspection-cache.ts';

/** Hash of all inputs of a crop's pixels, except encoder versions: first 12 hex digits of SHA-256. */
const computeKey = ({ crop: { x, y, width, height }, grade }: GradedCrop, ground: string, image: string): string =>
  digest(JSON.stringify([image, x, y, width, height, grade, ground, imageSettings])).slice(0, 12);

export interface InspectedGrades {
  /** Crops that no encoder brings within the limit of their grade. */
  readonly crossing: readonly GradedCrop[];
  /** Keys of the other crops by image. */
  readonly held: ReadonlyMap<string, readonly string[]>;
}

interface GradeInput {
  /** The project's root, with its known crops. */
  readonly root: string;
  /** Folders with `images/`; default: the root. */
  readonly roots?: readonly string[];
  /** Background of transparent parts of images, such as `#FFFFFF`. */
  readonly ground: string;
  readonly memory: InspectionCache;
  /** Cache of builds: measured files are reused by them. */
  readonly cacheDir: string;
  /** Called after each measured crop. */
  readonly onMeasured?: () => void;
}

/** Measures unknown crops; unreadable images have findings of their own. */
export async function inspectGrades(
  crops: readonly GradedCrop[],
  { root, roots = [root], ground, memory, cacheDir, onMeasured }: GradeInput,
): Promise<InspectedGrades> {
  const committed = await readGrades(root);
  const digests = new Map<string, string | null>();
  const crossing: GradedCrop[] = [];
  const held = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const crop of crops) {
    const {
      src,
      grade,
      crop: { x, y, width, height },
    } = crop;
    const shown = [src, grade, x, y, width, height].join(' ');
    // Documents share crops.
    if (seen.has(shown)) continue;
    seen.add(shown);
    const image = digests.get(src) ?? (await digestFile(await findImageFile(roots, src)));
    digests.set(src, image);
    if (image === null) continue;
    const key = computeKey(crop, ground, image);
    let isMeasured = false;
    const holds =
      committed.get(src)?.includes(key) === true ||
      (await memory.recall(`grade ${key}`, isBoolean, async () => {
        // Loaded on demand: encoders take longer than all other checks.
        const { holdsGrade } = await import('./measure-grade.ts');
        isMeasured = true;
        return holdsGrade({ ...crop, ground }, { roots, cacheDir, digest: image });
      }));
    if (isMeasured) onMeasured?.();
    if (holds) held.set(src, [...(held.get(src) ?? []), key]);
    else crossing.push(crop);
  }
  return { crossing, held };
}

/** Stores the crops that keep their grade, and removes unused ones. */
export async function writeGrades(root: string, { held }: InspectedGrades): Promise<void> {
  const file = join(root, GRADES_FILE);
  if (held.size === 0 && !existsSync(file)) return;
  const sorted = [...held].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = `${JSON.stringify(Object.fromEntries(sorted.map(([src, keys]) => [src, keys.toSorted()])), null, 2)}\n`;
  if (text !== (await readFile(file, 'utf8').catch(() => null))) await writeFile(file, text);
}

/** Unreadable entries are measured again. */
async function readGrades(root: string): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const written = parseObject(await readFile(join(root, GRADES_FILE), 'utf8').catch(() => null));
  return new Map(
    Object.entries(isObject(written) ? written : {}).flatMap(([src, keys]) =>
      Array.isArray(keys) ? [[src, keys]] : [],
    ),
  );
}

/** `null` for an unreadable image. */
const digestFile = (file: string): Promise<string | null> => readFile(file).then(digest, () => null);

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

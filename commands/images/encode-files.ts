import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAssetStore } from '#engine/compile/assets/asset-store.ts';
import { placeFile, readFileSize, writeWhole } from '#engine/compile/assets/asset-lists.ts';
import type { FileTask } from '#engine/compile/assets/file-tasks.ts';
import { digest } from '#engine/compile/assets/hash8.ts';
import { createFileEncoder } from '#engine/compile/assets/encode-file.ts';
import type { ShownCrop } from '#engine/compile/assets/missing-crops.ts';
import {
  makeThumbnail,
  measureImage,
  type NormaliseOutcome,
  normaliseImage,
  type ImageSize,
} from '#engine/compile/assets/normalise-image.ts';
import { findImageFile } from '#engine/compile/assets/find-image-file.ts';
import { type CropPlan, planCrops } from '#engine/compile/assets/plan-crops.ts';
import { getErrorMessage } from '#engine/compile/assets/get-error-message.ts';

export interface ImagePlaces {
  /** Folders with `images/`: the project's root first. */
  readonly roots: readonly string[];
  /** The public root. */
  readonly outDir: string;
  readonly cacheDir: string;
}

/** A job for the process. */
export type ImageJob =
  | { readonly kind: 'file'; readonly task: FileTask }
  | { readonly kind: 'plan'; readonly crops: readonly ShownCrop[] }
  | { readonly kind: 'normalise'; readonly file: string }
  | { readonly kind: 'measure'; readonly srcs: readonly string[] }
  | { readonly kind: 'thumbnail'; readonly src: string };

interface Values {
  /** The file has been published. */
  readonly file: null;
  readonly plan: CropPlan;
  readonly normalise: NormaliseOutcome;
  /** In the given order; `null` for an invalid image. */
  readonly measure: readonly (ImageSize | null)[];
  readonly thumbnail: Uint8Array;
}

export type JobResult<Kind extends ImageJob['kind']> = Values[Kind];

export type JobResponse =
  | { readonly value: Values[keyof Values] }
  /** Error message. */
  | { readonly mistake: string };

export interface JobMessage {
  readonly places: ImagePlaces;
  readonly job: ImageJob;
}

function carryOut({ places, job }: JobMessage): Promise<Values[keyof Values]> {
  const { roots, cacheDir, outDir } = places;
  switch (job.kind) {
    case 'file':
      return makeFile(places, job.task);
    case 'plan':
      return planCrops(job.crops, {
        roots,
        store: createAssetStore({ outDir, cacheDir }),
        computeDigest: async (src) => digest(await readFile(await findImageFile(roots, src))),
      });
    case 'normalise':
      return normaliseImage(job.file);
    case 'measure':
      return Promise.all(job.srcs.map((src) => measure(roots, src)));
    case 'thumbnail':
      return findImageFile(roots, job.src).then(makeThumbnail);
  }
}

async function measure(roots: readonly string[], src: string): Promise<ImageSize | null> {
  try {
    return await measureImage(await findImageFile(roots, src));
  } catch {
    return null;
  }
}

/** Another process may have created it as well, with the same bytes. */
async function makeFile({ roots, outDir, cacheDir }: ImagePlaces, task: FileTask): Promise<null> {
  const cached = join(cacheDir, task.path);
  if (!(await readFileSize(cached))) await writeWhole(cached, await getMaker(roots)(task));
  await placeFile(cached, join(outDir, task.path));
  return null;
}

let worker: ReturnType<typeof createFileEncoder> | undefined;
const getMaker = (roots: readonly string[]): ReturnType<typeof createFileEncoder> =>
  (worker ??= createFileEncoder(...roots));

process.on('message', (message: JobMessage) => {
  carryOut(message).then(
    (value) => answer({ value }),
    (error: unknown) => answer({ mistake: getErrorMessage(error) }),
  );
});

function answer(made: JobResponse): void {
  process.send?.(made);
}

// Ctrl+C reaches all processes of a terminal; the server ends this one.
process.on('SIGINT', () => undefined);
// The server has exited or closed the channel.
process.on('disconnect', () => process.exit());

import { LRUCache } from 'lru-cache';
import type { BrandFont } from '#schemas/generated/documents.ts';
import { digest, hash8, hashDigests } from './hash8.ts';
import { buildFontFace, mergeFaces, readCuts, resolveTypicalAxes } from './font-faces.ts';
import { readCoverPixels, getImageSettings } from './derive-image.ts';
import type { Pixels } from './grade.ts';
import { buildImageKeys, wholeImage } from './image-key.ts';
import { drawOpenGraph, openGraphSize } from './open-graph-drawing.ts';
import type { OpenGraphTask } from './open-graph-tasks.ts';
import { createTextOutliner, type TextOutliner } from './text-outline.ts';

/** Increase when the drawing changes. */
const version = 2;

/** Draws link previews. */
export interface OpenGraphMaker {
  /** Equal previews, such as those of variants with their base's title, differ by their stem only. */
  computeHash(task: OpenGraphTask, sourceDigest: string): string;
  /**
   * A JPEG file.
   *
   * @param source The file of its image
   * @throws if the title does not fit
   */
  draw(task: OpenGraphTask, source: Uint8Array): Promise<Uint8Array>;
}

/** Previews on the same image are consecutive. */
const MAX_CACHED_BACKGROUNDS = 2;

/** @param font Of titles and names */
export async function createOpenGraphMaker(font: BrandFont): Promise<OpenGraphMaker> {
  const cuts = await readCuts(buildFontFace(font));
  const fontHash = hash8(...cuts);
  const grounds = new LRUCache<string, Promise<Pixels>>({ max: MAX_CACHED_BACKGROUNDS });
  let outliner: Promise<TextOutliner> | undefined;

  function getGround({ image, ground }: OpenGraphTask, source: Uint8Array): Promise<Pixels> {
    const { crop = wholeImage, grade = 'none' } = image;
    const key = `${ground} ${buildImageKeys(image).main}`;
    const known = grounds.get(key) ?? readCoverPixels({ source, crop, grade, ground }, openGraphSize);
    grounds.set(key, known);
    return known;
  }

  return {
    computeHash(task, sourceDigest) {
      const settings = JSON.stringify([
        version,
        buildImageKeys(task.image).main,
        task.card,
        fontHash,
        getImageSettings(task.ground),
      ]);
      return hashDigests([sourceDigest, digest(settings)]);
    },
    async draw(task, source) {
      outliner ??= mergeFaces(cuts).then((merged) => createTextOutliner(merged, resolveTypicalAxes(font)));
      return drawOpenGraph(await getGround(task, source), task.card, await outliner);
    },
  };
}

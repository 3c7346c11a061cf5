import { LRUCache } from 'lru-cache';
import { Bug } from '#engine/base/errors.ts';
import { digest, hash8, hash8OfDigests } from './hash8.ts';
import { fontFaces, mergedFace, readCuts, type FontFace } from './font-faces.ts';
import { coverPixels, imageSettings } from './derive-image.ts';
import type { Pixels } from './grade.ts';
import { imageKeys, wholePicture, type ImageReference } from './image-key.ts';
import { drawOpenGraph, openGraphSize } from './open-graph-drawing.ts';
import type { OpenGraphTask } from './open-graph-tasks.ts';
import { createTextOutliner, type TextOutliner } from './text-outline.ts';

/** Raise when the drawing changes. */
const version = 1;

/** Draws link previews. */
export interface OpenGraphMaker {
  /** Equal previews, such as those of variants that keep their base's title, differ by their stem alone. */
  hashOf(task: OpenGraphTask, sourceDigest: string): string;
  /**
   * A JPEG file.
   *
   * @param source The file of its picture
   * @throws when the title does not fit
   */
  draw(task: OpenGraphTask, source: Uint8Array): Promise<Uint8Array>;
}

/** Previews on the same picture follow each other. */
const KEPT_GROUNDS = 2;

export async function createOpenGraphMaker(): Promise<OpenGraphMaker> {
  const cuts = await readCuts(displayFace());
  const fontHash = hash8(...cuts);
  const grounds = new LRUCache<string, Promise<Pixels>>({ max: KEPT_GROUNDS });
  let outliner: Promise<TextOutliner> | undefined;

  function ground(picture: ImageReference, source: Uint8Array): Promise<Pixels> {
    const { crop = wholePicture, grade = 'none' } = picture;
    const key = imageKeys(picture).main;
    const known = grounds.get(key) ?? coverPixels({ source, crop, grade }, openGraphSize);
    grounds.set(key, known);
    return known;
  }

  return {
    hashOf(task, sourceDigest) {
      const settings = JSON.stringify([version, imageKeys(task.picture).main, task.card, fontHash, imageSettings]);
      return hash8OfDigests([sourceDigest, digest(settings)]);
    },
    async draw(task, source) {
      outliner ??= mergedFace(cuts).then((font) => createTextOutliner(font, { wght: 400, opsz: 16 }));
      return drawOpenGraph(await ground(task.picture, source), task.card, await outliner);
    },
  };
}

function displayFace(): FontFace {
  const display = fontFaces.find((face) => face.name === 'bodoni-moda');
  if (!display) throw new Bug('The display face "bodoni-moda" is missing from the list of faces.');
  return display;
}

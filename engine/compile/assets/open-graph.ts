import { Bug } from '#engine/base/errors.ts';
import type { AssetStore, Made } from './asset-store.ts';
import { hash8 } from './hash8.ts';
import { fontFaces, mergedFace, readCuts, type FontFace } from './font-faces.ts';
import { coverPixels, imageSettings } from './derive-image.ts';
import type { Pixels } from './grade.ts';
import { imageKeys, wholePicture, type ImageReference } from './image-key.ts';
import { drawOpenGraph, openGraphSize } from './open-graph-drawing.ts';
import type { OpenGraphTask } from './open-graph-tasks.ts';
import { createTextOutliner, type TextOutliner } from './text-outline.ts';

/** Raise when the drawing changes. */
const version = 1;

/** Draws one link preview, or finds it drawn, and gives its path. `source` is the file of its picture. */
export type DrawOpenGraph = (task: OpenGraphTask, source: Uint8Array) => Promise<string>;

/** Equal previews, such as those of variants that keep their base's title, share the file of the first one. */
export async function createOpenGraphMaker(store: AssetStore): Promise<DrawOpenGraph> {
  const cuts = await readCuts(displayFace());
  const fontHash = hash8(...cuts);
  const drawn = new Map<string, Promise<string>>();
  const grounds = new Map<string, Promise<Pixels>>();
  let outliner: Promise<TextOutliner> | undefined;

  function ground(picture: ImageReference, source: Uint8Array): Promise<Pixels> {
    const { crop = wholePicture, grade = 'none' } = picture;
    const key = imageKeys(picture).main;
    const known = grounds.get(key) ?? coverPixels({ source, crop, grade }, openGraphSize);
    grounds.set(key, known);
    return known;
  }

  return (task, source) => {
    const settings = JSON.stringify([version, imageKeys(task.picture).main, task.card, fontHash, imageSettings]);
    const hash = hash8(source, settings);
    const name = `${task.name}.${hash}`;
    const make = async (): Promise<Made<string>> => {
      outliner ??= mergedFace(cuts).then((font) => createTextOutliner(font, { wght: 400, opsz: 16 }));
      const bytes = await drawOpenGraph(await ground(task.picture, source), task.card, await outliner);
      const path = `assets/og/${name}.jpg`;
      return { value: path, files: [{ path, bytes }] };
    };
    const path = drawn.get(hash) ?? store.obtain(`og/${name}`, make);
    drawn.set(hash, path);
    return path;
  };
}

function displayFace(): FontFace {
  const display = fontFaces.find((face) => face.name === 'bodoni-moda');
  if (!display) throw new Bug('The display face "bodoni-moda" is missing from the list of faces.');
  return display;
}

import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { localizeText } from '#engine/i18n/localize-text.ts';
import { plainText } from '#engine/i18n/plain-text.ts';
import type { AssetManifest } from '#engine/compile/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { hash8, type AssetStore, type Made } from './asset-store.ts';
import { fontFaces, mergedFace, readCuts } from './font-faces.ts';
import { coverPixels, imageSettings } from './derive-image.ts';
import type { Pixels } from './grade.ts';
import { imageKeys, wholePicture, type ImageReference } from './image-key.ts';
import { drawOpenGraph, openGraphSize, type OpenGraphCard } from './open-graph-drawing.ts';
import { createTextOutliner, type TextOutliner } from './text-outline.ts';

/** One link preview: a document in a language. */
export interface OpenGraphTask {
  /** Key of `AssetManifest.openGraph`. */
  readonly key: string;
  readonly name: string;
  readonly picture: ImageReference;
  readonly card: OpenGraphCard;
}

/** Raise when the drawing changes. */
const version = 1;

/** Path below the base path of a document's link preview, or `null` when it has none. */
export function openGraphPath(manifest: AssetManifest, documentId: string, locale: Locale): string | null {
  return manifest.openGraph[openGraphKey(documentId, locale)] ?? null;
}

/** Link previews of all landings, and of pages that search engines may show, in all languages of the site. */
export function openGraphTasks(site: Site): OpenGraphTask[] {
  const documents = [...site.documents.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  return documents
    .filter((document) => document.kind === 'landing' || document.meta.index !== false)
    .flatMap((document) => site.config.locales.available.map((locale) => openGraphTask(site, document, locale)));
}

function openGraphTask(site: Site, document: ResolvedDocument, locale: Locale): OpenGraphTask {
  const title = localizeText(site, document.meta.title, locale);
  return {
    key: openGraphKey(document.id, locale),
    name: `${document.id.replaceAll('/', '-')}.${locale}`,
    picture: document.meta.image ?? site.config.image,
    card: { title: plainText(title), siteName: site.config.name, language: title.lang, theme: document.theme },
  };
}

function openGraphKey(documentId: string, locale: Locale): string {
  return `${documentId}:${locale}`;
}

/** Draws link previews and gives their paths; equal ones, such as those of variants that keep their base's title, share a file. */
export function createOpenGraphMaker(store: AssetStore): (task: OpenGraphTask, source: Uint8Array) => Promise<string> {
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
    const hash = hash8(source, JSON.stringify([version, imageKeys(task.picture).main, task.card, imageSettings]));
    const name = `${task.name}.${hash}`;
    const make = async (): Promise<Made<string>> => {
      outliner ??= displayOutliner();
      const bytes = await drawOpenGraph(await ground(task.picture, source), task.card, await outliner);
      const path = `assets/og/${name}.jpg`;
      return { value: path, files: [{ path, bytes }] };
    };
    const path = drawn.get(hash) ?? store.obtain(`og/${name}`, make);
    drawn.set(hash, path);
    return path;
  };
}

async function displayOutliner(): Promise<TextOutliner> {
  const display = fontFaces.find((face) => face.name === 'bodoni-moda');
  if (!display) throw new Error('The display face Bodoni Moda is missing from the list of faces.');
  return createTextOutliner(await mergedFace(await readCuts(display)), { wght: 400, opsz: 16 });
}

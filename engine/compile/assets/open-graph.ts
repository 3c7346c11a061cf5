import { Bug } from '#engine/base/errors.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { localizeText } from '#engine/i18n/localize-text.ts';
import { plainText } from '#engine/i18n/plain-text.ts';
import type { AssetManifest } from '#engine/compile/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { AssetStore, Made } from './asset-store.ts';
import { hash8 } from './hash8.ts';
import { fontFaces, mergedFace, readCuts, type FontFace } from './font-faces.ts';
import { coverPixels, imageSettings } from './derive-image.ts';
import type { Pixels } from './grade.ts';
import { imageKeys, wholePicture, type ImageReference } from './image-key.ts';
import { drawOpenGraph, openGraphSize, type OpenGraphCard } from './open-graph-drawing.ts';
import { createTextOutliner, type TextOutliner } from './text-outline.ts';

/** One link preview: a document in a language. */
export interface OpenGraphTask {
  /** Key of `AssetManifest.openGraph`. */
  readonly key: string;
  /** Stem of the file's name. */
  readonly name: string;
  /** Document and language, for messages. */
  readonly where: string;
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
  const documents = [...site.documents.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return documents
    .filter((document) => document.kind === 'landing' || document.meta.index !== false)
    .flatMap((document) => site.config.locales.available.map((locale) => openGraphTask(site, document, locale)));
}

function openGraphTask(site: Site, document: ResolvedDocument, locale: Locale): OpenGraphTask {
  const title = localizeText(site, document.meta.title, locale);
  return {
    key: openGraphKey(document.id, locale),
    where: `${document.file}, meta, language "${locale}"`,
    name: `${document.id.replaceAll('/', '-')}.${locale}`,
    picture: document.meta.image ?? site.config.image,
    card: {
      title: withoutName(plainText(title), site.config.name),
      siteName: site.config.name,
      language: title.lang,
      theme: document.theme,
    },
  };
}

/** The card already says the name once: `Maison Cercle · Fine labels` is `Fine labels` there. */
function withoutName(title: string, name: string): string {
  const after = title.startsWith(name) ? /^\s+[·|–—-]\s+(.+)$/.exec(title.slice(name.length)) : null;
  const before = title.endsWith(name) ? /^(.+)\s+[·|–—-]\s+$/.exec(title.slice(0, -name.length)) : null;
  return after?.[1] ?? before?.[1] ?? title;
}

function openGraphKey(documentId: string, locale: Locale): string {
  return `${documentId}:${locale}`;
}

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

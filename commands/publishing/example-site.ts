import { collectVideos } from '#engine/compile/assets/collect-images.ts';
import { listMissingCrops } from '#engine/compile/assets/missing-crops.ts';
import type { AssetManifest } from '#engine/compile/types.ts';
import { buildExampleDocument } from '#engine/documents/example-document.ts';
import type { JsonObject } from '#engine/documents/json.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';

/** The site with a document that shows a block and nothing else; the site itself for an unknown document. */
export function buildExampleSite(site: Site, id: DocumentId, block: JsonObject): Site {
  const shown = site.documents.get(id);
  if (shown === undefined) return site;
  const example = { ...buildExampleDocument(shown, { name: 'block', block, theme: shown.theme }), id };
  const placed = shown.route === undefined ? example : { ...example, route: shown.route };
  return { ...site, documents: new Map(site.documents).set(id, placed) };
}

/** The manifest with other images in place of those that no page shows: none is created for the picture of a block. */
export function replaceMissingAssets(site: Site, assets: AssetManifest): AssetManifest {
  const prepared = Object.entries(assets.images);
  const [, other] = prepared[0] ?? [];
  const images = listMissingCrops(site, assets.images).flatMap(({ key, src }) => {
    const [, own] = prepared.find(([name]) => name.startsWith(src)) ?? [];
    const image = own ?? other;
    return image === undefined ? [] : [[key, image] as const];
  });
  const videos = collectVideos(site.documents.values()).map((file) => [file, ''] as const);
  return {
    ...assets,
    images: { ...assets.images, ...Object.fromEntries(images) },
    videos: { ...Object.fromEntries(videos), ...assets.videos },
  };
}

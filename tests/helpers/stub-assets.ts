import { collectImages, collectVideos } from '#engine/compile/assets/collect-images.ts';
import { buildImageKeys } from '#engine/compile/assets/image-key.ts';
import type { AssetManifest, ClientScripts, PreparedImage } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';

/** An image as if it had been prepared. */
const preparedImage: PreparedImage = {
  width: 960,
  height: 640,
  colour: '#401015',
  derivatives: (['avif', 'webp', 'jpeg'] as const).map((format) => ({
    format,
    width: 960,
    path: `assets/0.${format}`,
    bytes: 1000,
  })),
};

/** Images with these keys, and nothing else, as if they had been prepared. */
export function stubAssets(keys: Iterable<string>): AssetManifest {
  return {
    images: Object.fromEntries([...keys].map((key) => [key, preparedImage])),
    fonts: { css: '', preload: [] },
    openGraph: {},
    icons: { svg: 'icon.svg', touch: 'icon.png' },
  };
}

/** All images of a site as if they had been prepared. */
export function stubSiteAssets(site: Site): AssetManifest {
  const keys = collectImages(site).flatMap(({ reference }) => Object.values(buildImageKeys(reference)));
  const videos = Object.fromEntries(collectVideos(site.documents.values()).map((file) => [file, `assets/${file}`]));
  return { ...stubAssets(keys.filter((key) => key !== null)), videos };
}

/** Nothing was built for browsers. */
export const noClient: ClientScripts = { loader: '', moved: '', watcher: '', modules: {} };

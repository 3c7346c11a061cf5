import type { BoundImage } from '#engine/block-kit/types.ts';
import type { AssetManifest } from './types.ts';

/** Physical pixels of the phone of the budget: 390 CSS px at 2×. */
const phoneWidth = 780;

/** The file of an image that a phone loads: its path below the base path, and its bytes once it exists. */
export function findPhoneFile(
  image: BoundImage,
  assets: AssetManifest,
  basePath: string,
): { readonly path: string; readonly bytes: number | undefined } {
  const narrow = image.sources.find((source) => source.media !== undefined) ?? image.sources[0];
  const candidates = (narrow?.srcSet ?? '').split(', ').map((candidate) => candidate.split(' '));
  const chosen = candidates.find(([, width]) => Number.parseInt(width ?? '0', 10) >= phoneWidth) ?? candidates.at(-1);
  const path = chosen?.[0]?.slice(basePath.length) ?? '';
  return { path, bytes: bytesByPath(assets).get(path) };
}

const sizes = new WeakMap<AssetManifest, ReadonlyMap<string, number | undefined>>();

/** Of all images, by their paths below the base path; the same for every page. */
function bytesByPath(assets: AssetManifest): ReadonlyMap<string, number | undefined> {
  let known = sizes.get(assets);
  if (known === undefined) {
    const derivatives = Object.values(assets.images).flatMap((image) => image.derivatives);
    sizes.set(assets, (known = new Map(derivatives.map(({ path, bytes }) => [path, bytes]))));
  }
  return known;
}

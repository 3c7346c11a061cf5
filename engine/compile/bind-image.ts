import { UserError } from '#engine/shared/errors.ts';
import type { BoundImage, ImageSource, LocalizedText } from '#engine/block-kit/types.ts';
import type { Image } from '#schemas/generated/documents.ts';
import { type Crop, buildImageKeys, wholeImage } from './assets/image-key.ts';
import type { AssetManifest, ImageDerivative, PreparedImage } from './types.ts';

/** Screens for the `narrow` crop of an image, where layouts have one column. */
const narrowMedia = '(max-width: 67.99rem)';

/** An image reference with all its files. `alt` is the bound text, `null` for decoration. */
export function toBoundImage(
  reference: Image,
  alt: LocalizedText | null,
  assets: AssetManifest,
  basePath: string,
): BoundImage {
  const keys = buildImageKeys(reference);
  const main = prepared(assets, keys.main, reference.src);
  const sources =
    keys.narrow === null ? [] : buildSources(prepared(assets, keys.narrow, reference.src), basePath, narrowMedia);
  const fallback = main.derivatives.filter((derivative) => derivative.format === 'jpeg').at(-1);
  if (fallback === undefined) throw new UserError(`No JPEG of ${reference.src} was prepared. Run the build again.`);
  return {
    sources: [...sources, ...buildSources(main, basePath)],
    src: basePath + fallback.path,
    width: main.width,
    height: main.height,
    alt,
    colour: main.colour,
    ...(reference.focus && { focus: focusIn(reference.focus, reference.crop) }),
  };
}

/** A point of the image as one of its crop, in percent. */
function focusIn({ x, y }: NonNullable<Image['focus']>, crop: Crop = wholeImage): NonNullable<BoundImage['focus']> {
  const percent = (at: number, from: number, size: number): number =>
    Math.round(Math.min(1, Math.max(0, (at - from) / size)) * 100);
  return { x: percent(x, crop.x, crop.width), y: percent(y, crop.y, crop.height) };
}

function prepared(assets: AssetManifest, key: string, src: string): PreparedImage {
  const image = assets.images[key];
  if (image === undefined)
    throw new UserError(`The image ${src} was not prepared with this crop and grade. Run the build again.`);
  return image;
}

function buildSources(image: PreparedImage, basePath: string, media?: string): ImageSource[] {
  const sources: ImageSource[] = [];
  for (const format of ['avif', 'webp'] as const) {
    const derivatives = image.derivatives.filter((derivative) => derivative.format === format);
    if (derivatives.length === 0) continue;
    const source = {
      type: `image/${format}` as const,
      srcSet: srcSet(derivatives, basePath),
      width: image.width,
      height: image.height,
    };
    sources.push(media === undefined ? source : { ...source, media });
  }
  return sources;
}

function srcSet(derivatives: readonly ImageDerivative[], basePath: string): string {
  return derivatives.map((derivative) => `${basePath}${derivative.path} ${derivative.width}w`).join(', ');
}

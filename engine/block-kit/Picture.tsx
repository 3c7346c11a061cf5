import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { readImageLook, useRenderSink } from './render-sink.ts';
import { toPlainText } from '#engine/i18n/to-plain-text.ts';
import type { BoundImage } from './types.ts';

interface PictureProps {
  readonly image: BoundImage;
  /** HTML `sizes`. */
  readonly sizes: string;
  /** Above the fold: loaded eagerly with high priority. */
  readonly priority?: boolean;
  readonly className?: string;
}

/**
 * HTML `sizes` of an image that fills a box of half the page's width, and may be wider than the box.
 *
 * @param from CSS length of the page from which the box is beside the text; narrower pages have it above
 * @param height CSS length of the box
 */
export function formatSizesBeside(image: Pick<BoundImage, 'width' | 'height'>, from: string, height: string): string {
  return `(min-width: ${from}) max(50vw, ${(image.width / image.height).toFixed(2)} * ${height}), 100vw`;
}

/** An image in all formats and widths, with its dimensions, so that the layout does not shift. */
export function Picture({ image, sizes, priority = false, className }: PictureProps): ReactNode {
  const sink = useRenderSink();
  const placeholder = sink?.placeholderClass(readImageLook(image));
  if (priority) sink?.noteFirstImage(image);
  return (
    <picture>
      {image.sources.map((source) => (
        <source
          key={`${source.media ?? ''} ${source.type}`}
          type={source.type}
          media={source.media}
          srcSet={source.srcSet}
          sizes={sizes}
          width={source.width}
          height={source.height}
        />
      ))}
      <img
        className={cx(placeholder, className) || undefined}
        src={image.src}
        alt={image.alt === null ? '' : toPlainText(image.alt)}
        width={image.width}
        height={image.height}
        loading={priority ? undefined : 'lazy'}
        decoding={priority ? undefined : 'async'}
        fetchPriority={priority ? 'high' : undefined}
      />
    </picture>
  );
}

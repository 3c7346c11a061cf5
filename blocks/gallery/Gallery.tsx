import type { ReactNode } from 'react';
import { cx, type GalleryProps, Icon, itemId, Picture, Section, Text } from '#engine/block-kit/index.ts';
import css from './Gallery.module.css';

/** Images that open as popovers: closing by Escape and returning the focus work natively. */
export function Gallery({ look, enlarge, images, strings, ...section }: GalleryProps): ReactNode {
  const { id, title } = section;
  const isStrip = look === 'strip';
  const sizes = isStrip ? '(min-width: 48rem) 40rem, 85vw' : '(min-width: 60rem) 33vw, (min-width: 36rem) 50vw, 100vw';
  return (
    <Section {...section}>
      <ul
        className={isStrip ? css.strip : css.grid}
        tabIndex={isStrip ? 0 : undefined}
        aria-labelledby={isStrip && title ? `${id}-title` : undefined}
      >
        {images.map(({ image, caption }, index) => (
          <li key={index}>
            <figure>
              {enlarge ? (
                <button type="button" className={css.open} popoverTarget={itemId(id, index)}>
                  <Picture image={image} sizes={sizes} />
                  <Text value={strings.enlarge} as="span" className="vh" />
                </button>
              ) : (
                <Picture image={image} sizes={sizes} />
              )}
              {caption && <Text value={caption} as="figcaption" className="fine muted" />}
            </figure>
            {enlarge && (
              <div id={itemId(id, index)} popover="auto" className={cx('ink ground', css.large)}>
                <button
                  type="button"
                  className={css.close}
                  popoverTarget={itemId(id, index)}
                  popoverTargetAction="hide"
                >
                  <Icon name="close" />
                  <Text value={strings.close} as="span" className="vh" />
                </button>
                <Picture image={image} sizes="100vw" />
                {caption && <Text value={caption} as="p" className="small muted" />}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

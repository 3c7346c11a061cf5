import type { ReactNode } from 'react';
import { type CallToActionProps, cx, Icon, Link, Picture, Text, useGround } from '#engine/block-kit/index.ts';
import css from './CallToAction.module.css';

/** A box of half the page's width, as high as the text, filled by an image that may be wider. */
const sizesBeside = ({ width, height }: NonNullable<CallToActionProps['image']>): string =>
  `(min-width: 48rem) max(50vw, ${(width / height).toFixed(2)} * 36rem), 100vw`;

/** The closing section of a page: a statement and one or two links. */
export function CallToAction({
  id,
  eyebrow,
  title,
  text,
  action,
  more,
  image,
  imageSide,
  ground,
}: CallToActionProps): ReactNode {
  const heading = `${id}-title`;
  const isBehind = image !== undefined && imageSide === undefined;
  const look = !image ? 'closing-plain' : imageSide && cx('closing-beside', imageSide === 'left' && 'image-first');
  return (
    <section id={id} className={cx('g', useGround(ground, !isBehind), css.closing, look)} aria-labelledby={heading}>
      {image && <Picture image={image} sizes={imageSide ? sizesBeside(image) : '100vw'} className={css.image} />}
      <div className={css.words}>
        {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
        <Text value={title} as="h2" className="display" id={heading} />
        {text && <Text value={text} as="p" className="lead" />}
        <div className="actions">
          <Link link={action} className="btn btn-primary" icon={<Icon name="arrow" />} />
          {more && <Link link={more} className="btn" />}
        </div>
      </div>
    </section>
  );
}

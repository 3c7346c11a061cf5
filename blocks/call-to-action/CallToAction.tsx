import type { ReactNode } from 'react';
import {
  type CallToActionProps,
  cx,
  formatSizesBeside,
  Icon,
  Link,
  Picture,
  Text,
  useGround,
} from '#engine/block-kit/index.ts';
import css from './CallToAction.module.css';

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
      {image && (
        <Picture
          image={image}
          sizes={imageSide ? formatSizesBeside(image, '48rem', '36rem') : '100vw'}
          className={css.image}
        />
      )}
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

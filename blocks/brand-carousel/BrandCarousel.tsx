import type { ReactNode } from 'react';
import { type BrandCarouselProps, cx, ListSection, Picture, Text, titleId } from '#engine/block-kit/index.ts';
import css from './BrandCarousel.module.css';

/** A row of woven labels on satin with native scrolling. */
export function BrandCarousel({ id, eyebrow, title, text, ground, labels }: BrandCarouselProps): ReactNode {
  return (
    <ListSection {...{ id, eyebrow, title, text }} level={2} ground={ground} head={css.head}>
      <ul className={css.labels} tabIndex={0} aria-labelledby={titleId(id)}>
        {labels.map((label) => (
          <li key={label.name}>
            <Picture image={label.image} sizes="min(19.5rem, 70vw)" />
            <p className={cx(css.woven, label.weave === 'ink' && css.dark)}>
              <b className={css[label.letter ?? 'serif']}>{label.name}</b>
              <Text value={label.text} as="span" className={css.trade} />
            </p>
          </li>
        ))}
      </ul>
    </ListSection>
  );
}

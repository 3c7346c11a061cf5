import type { ReactNode } from 'react';
import { type BrandCarouselProps, cx, Picture, Text } from '#engine/block-kit/index.ts';
import css from './BrandCarousel.module.css';

/** Woven labels on satin in a row; scrolling is the browser's own. */
export function BrandCarousel({ id, eyebrow, title, text, ground, labels }: BrandCarouselProps): ReactNode {
  const heading = `${id}-title`;
  return (
    <section id={id} className={cx('section g', ground === 'surface' && 'surface')} aria-labelledby={heading}>
      <header className={css.head}>
        {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
        <Text value={title} as="h2" className="title" id={heading} />
        {text && <Text value={text} as="p" className="lead muted" />}
      </header>
      <ul className={css.labels} tabIndex={0} aria-labelledby={heading}>
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
    </section>
  );
}

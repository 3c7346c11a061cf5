import type { ReactNode } from 'react';
import { type BlackFridayBannerProps, cx, Icon, Link, Picture, Text } from '#engine/block-kit/index.ts';
import css from './BlackFridayBanner.module.css';

/** A Black Friday campaign (S12): Black Week on ink, Cyber Monday on champagne, or a countdown row. */
export function BlackFridayBanner(props: BlackFridayBannerProps): ReactNode {
  const { id, variant, eyebrow, title, text, figure, figureText, action, image, children } = props;
  const heading = `${id}-title`;
  const night = variant !== 'cyber-monday';
  return (
    <section id={id} className={cx('g', night && 'ink', css.banner, css[variant])} aria-labelledby={heading}>
      {image && variant !== 'countdown' && <Picture image={image} sizes="100vw" className={css.satin} />}
      <div className={css.words}>
        {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
        <Text value={title} as="h2" className={variant === 'countdown' ? 'head' : 'title'} id={heading} />
        {text && <Text value={text} as="p" className="lead" />}
      </div>
      {figure && (
        <p className={css.figure}>
          <Text value={figure} as="strong" />
          {figureText && <Text value={figureText} as="span" className="small" />}
        </p>
      )}
      {children}
      <Link link={action} className="btn btn-primary" icon={<Icon name="arrow" />} />
    </section>
  );
}

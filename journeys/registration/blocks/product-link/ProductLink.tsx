import type { ReactNode } from 'react';
import { Anchor, Icon, Picture, type ProductLinkProps, Text, useAttributeValue } from '#engine/block-kit/index.ts';
import css from './ProductLink.module.css';

/** A product without its price. The link names the product in its query, from where the dialog reads it (S7). */
export function ProductLink({ id, eyebrow, title, text, label, product, link, image }: ProductLinkProps): ReactNode {
  const heading = `${id}-title`;
  const query = `?pdp=${product}${useAttributeValue('productQuery')}`;
  const to = link.to.href.startsWith('#') ? { ...link.to, href: query + link.to.href } : link.to;
  return (
    <section id={id} className="section g" aria-labelledby={heading}>
      <div className={css.piece}>
        <Picture image={image} sizes="(min-width: 46rem) 36vw, 100vw" />
        <p className={css.woven}>{label}</p>
      </div>
      <div className={css.words}>
        {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
        <Text value={title} as="h2" className="title" id={heading} />
        {text && <Text value={text} as="p" className="lead muted" />}
        <div className="actions">
          <Anchor to={to} className="btn">
            <Text value={link.label} />
            <Icon name="arrow" />
          </Anchor>
        </div>
      </div>
    </section>
  );
}

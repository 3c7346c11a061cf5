import type { ReactNode } from 'react';
import { type BenefitsProps, cx, headingTag, Icon, plainText, Text, titleLook } from '#engine/block-kit/index.ts';
import css from './Benefits.module.css';

/** A rate card: each line a figure and what it means. The figures repeat what the sentences say, so they are silent to assistive technology. */
export function Benefits({ id, eyebrow, title, text, level, ground, icon, items }: BenefitsProps): ReactNode {
  const heading = `${id}-title`;
  return (
    <section id={id} className={cx('section g', ground === 'surface' && 'surface')} aria-labelledby={heading}>
      <header className={css.head}>
        {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
        <Text value={title} as={headingTag(level)} className={titleLook(level)} id={heading} />
        {text && <Text value={text} as="p" className="lead muted" />}
      </header>
      {icon && <Icon name={icon} className={css.drawing} />}
      <ul className={css.rates}>
        {items.map((item, index) => (
          <li key={index} className={css.rate}>
            <span className="figure" aria-hidden="true">
              {item.figure ? plainText(item.figure) : item.icon && <Icon name={item.icon} className={css.icon} />}
            </span>
            <div>
              <Text value={item.title} as={headingTag(level + 1)} className="head" />
              <Text value={item.text} as="p" className="muted" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

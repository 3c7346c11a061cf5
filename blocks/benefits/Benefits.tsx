import type { ReactNode } from 'react';
import { type BenefitsProps, cx, headingTag, Icon, ListSection, plainText, Text } from '#engine/block-kit/index.ts';
import css from './Benefits.module.css';

/** A list of values with explanations. The values repeat the sentences and are hidden from assistive technology. */
export function Benefits({ id, eyebrow, title, text, level, ground, look, icon, items }: BenefitsProps): ReactNode {
  return (
    <ListSection {...{ id, eyebrow, title, text }} level={level} ground={ground} head={cx(look === 'list' && css.head)}>
      {icon && <Icon name={icon} className={css.drawing} />}
      <ul className={look === 'row' ? css.row : css.rates}>
        {items.map((item, index) => (
          <li key={index} className={cx(look === 'list' && css.rate)}>
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
    </ListSection>
  );
}

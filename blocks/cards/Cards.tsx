import type { ReactNode } from 'react';
import {
  type CardsProps,
  cx,
  innerHeading,
  Icon,
  itemId,
  Link,
  Picture,
  Section,
  Text,
} from '#engine/block-kit/index.ts';
import css from './Cards.module.css';

const SIZES = { 2: '50vw', 3: '33vw', 4: '25vw' } as const;

/** Cards side by side, or a list with one row for each. A card with a link is clickable as a whole, with a single tab stop. */
export function Cards({ look, across, format, cards, strings: _strings, ...section }: CardsProps): ReactNode {
  const { id, title, level } = section;
  const Heading = innerHeading(title, level);
  const isList = look === 'list';
  const sizes = isList ? '6rem' : `(min-width: 60rem) ${SIZES[across]}, (min-width: 36rem) 50vw, 100vw`;
  return (
    <Section {...section} className={isList ? css.beside : undefined}>
      <ul
        className={isList ? css.list : cx(css.cards, css[format], across === 3 && css.three, across === 4 && css.four)}
      >
        {cards.map(({ image, icon, badge, title: name, text, price, note, link }, index) => (
          <li key={index} className={cx(isList ? css.row : css.card, image && css.pictured)}>
            {image && <Picture image={image} sizes={sizes} />}
            {icon && !image && <Icon name={icon} className="icon-l" />}
            <Text value={name} as={Heading} className={cx('head', css.name)} id={itemId(id, index)} />
            {badge && <Text value={badge} as="p" className={cx('eyebrow', css.badge)} />}
            <Text value={text} as="p" className="muted" />
            {(price ?? note ?? link) && (
              <div className={css.foot}>
                {price && <Text value={price} as="p" className="head" />}
                {note && <Text value={note} as="p" className={cx('fine muted', css.note)} />}
                {link && (
                  <Link
                    link={link}
                    id={`${itemId(id, index)}-link`}
                    className={css.link}
                    icon={<Icon name="arrow" />}
                    aria-labelledby={`${itemId(id, index)}-link ${itemId(id, index)}`}
                  />
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

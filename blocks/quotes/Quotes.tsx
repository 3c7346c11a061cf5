import type { ReactNode } from 'react';
import { cx, Icon, ListSection, Monogram, Picture, type QuotesProps, Text } from '#engine/block-kit/index.ts';
import css from './Quotes.module.css';

const STARS = ['one', 'two', 'three', 'four', 'five'] as const;

/** Each quote is a figure with the person as caption; quotation marks are those of the page's language. */
export function Quotes({
  id,
  strings,
  eyebrow,
  title,
  level,
  ground,
  look,
  image: picture,
  items,
}: QuotesProps): ReactNode {
  return (
    <ListSection
      {...{ id, eyebrow, title }}
      level={level}
      ground={ground}
      className={cx(picture && css.pictured)}
      head={css.head}
    >
      {picture && <Picture image={picture} sizes="(min-width: 68rem) 40vw, 100vw" className={css.picture} />}
      <ul className={cx(css.quotes, look === 'lead' && css.lead)}>
        {items.map(({ quote, name, role, rating, image }, index) => (
          <li key={index}>
            <figure className={css.quote}>
              {rating !== undefined && (
                <p className={css.rating}>
                  {Array.from({ length: rating }, (_, star) => (
                    <Icon key={star} name="star" />
                  ))}
                  <Text value={strings[STARS[rating - 1] ?? 'five']} as="span" className="vh" />
                </p>
              )}
              <blockquote>
                <p className="lead">
                  <Text value={quote} as="q" />
                </p>
              </blockquote>
              <figcaption className={css.person}>
                {image ? <Picture image={image} sizes="4.5rem" /> : <Monogram name={name} className={css.monogram} />}
                <span className={css.words}>
                  <b>{name}</b>
                  {role && <Text value={role} as="span" className="small muted" />}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </ListSection>
  );
}

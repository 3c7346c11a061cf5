import type { ReactNode } from 'react';
import { type AppRatingProps, Icon, Link, plainText, Text } from '#engine/block-kit/index.ts';
import css from './AppRating.module.css';

const stars = [1, 2, 3, 4, 5];

/** The members' rating of the app as a large number. */
export function AppRating({ id, rating, ratingLabel, reviews, title, text, links = [] }: AppRatingProps): ReactNode {
  const heading = `${id}-title`;
  return (
    <section id={id} className={`section g ink ${css.app}`} aria-labelledby={heading}>
      <div className={css.score}>
        <b aria-hidden="true">{plainText(rating)}</b>
        <div className={css.by}>
          <p className={css.stars} role="img" aria-label={plainText(ratingLabel)}>
            {stars.map((star) => (
              <Icon key={star} name="star" />
            ))}
          </p>
          <Text value={reviews} as="p" />
        </div>
      </div>
      <div className={css.text}>
        <Text value={title} as="h2" className="title" id={heading} />
        <Text value={text} as="p" className={css.say} />
        {links.length > 0 && (
          <div className="actions">
            {links.map((link) => (
              <Link key={link.to.href} link={link} className="btn" />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

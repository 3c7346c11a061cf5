import type { ReactNode } from 'react';
import { cx, Link, Monogram, type PeopleProps, Picture, Section, Text } from '#engine/block-kit/index.ts';
import css from './People.module.css';

/** A list of persons. */
export function People({ people, strings: _strings, ...section }: PeopleProps): ReactNode {
  return (
    <Section {...section}>
      <ul className={css.people}>
        {people.map(({ name, role, text, image, links }, index) => (
          <li key={index} className={cx(css.person, image && css.pictured)}>
            {image ? (
              <Picture image={image} sizes="(min-width: 60rem) 25vw, 50vw" />
            ) : (
              <Monogram name={name} className={css.monogram} />
            )}
            <p className="head">{name}</p>
            <Text value={role} as="p" className="small muted" />
            {text && <Text value={text} as="p" className={css.text} />}
            {links && (
              <ul className={css.links}>
                {links.map((link, position) => (
                  <li key={position}>
                    <Link link={link} className="small" />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

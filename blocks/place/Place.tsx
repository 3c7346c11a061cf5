import type { ReactNode } from 'react';
import { cx, innerHeading, Icon, Link, Picture, type PlaceProps, Section, Text } from '#engine/block-kit/index.ts';
import css from './Place.module.css';

/** Places with directions. Maps are images, so that nothing is loaded from other sites. */
export function Place({ places, strings: _strings, ...section }: PlaceProps): ReactNode {
  const { title, level } = section;
  const Heading = innerHeading(title, level);
  return (
    <Section {...section}>
      <ul className={cx(css.places, places.length === 1 && css.single)}>
        {places.map(({ name, image, address, hours, note, phone, way }, index) => (
          <li key={index} className={cx(css.place, image && css.pictured)}>
            {image && (
              <Picture image={image} sizes={`(min-width: 60rem) ${places.length === 1 ? '55vw' : '33vw'}, 100vw`} />
            )}
            <div>
              <Text value={name} as={Heading} className="head" />
              <Text value={address} as="address" className={css.address} />
              {hours && (
                <dl className={css.hours}>
                  {hours.map((line, position) => (
                    <div key={position}>
                      <Text value={line.days} as="dt" className="muted" />
                      <Text value={line.hours} as="dd" />
                    </div>
                  ))}
                </dl>
              )}
              {note && <Text value={note} as="p" className="small muted" />}
              {(phone ?? way) && (
                <p className={css.links}>
                  {way && <Link link={way} icon={<Icon name="arrow" />} />}
                  {phone && <Link link={phone} />}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

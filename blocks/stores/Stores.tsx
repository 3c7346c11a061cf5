import type { ReactNode } from 'react';
import {
  cx,
  Icon,
  Link,
  ListSection,
  Picture,
  plainText,
  type StoresProps,
  Text,
  usePage,
} from '#engine/block-kit/index.ts';
import css from './Stores.module.css';

/** Stores, with the customer cards that are valid there. */
export function Stores(props: StoresProps): ReactNode {
  const { id, strings, eyebrow, title, text, ground, cards = [], cities, actions = [] } = props;
  const { siteName } = usePage();
  return (
    <ListSection {...{ id, eyebrow, title, text }} level={2} ground={ground} head={css.head}>
      {cards.length > 0 && (
        <ul className={css.cards} aria-label={plainText(strings.card)}>
          {cards.map((card, index) => (
            <li key={index} className={cx(css.card, card.tone === 'night' && css.night)}>
              <Picture image={card.image} sizes="(min-width: 68rem) 26rem, 70vw" />
              <p>
                <Text value={card.tier} as="span" className={css.tier} />
                <Icon name="ring" />
              </p>
              <p aria-hidden="true">
                <span>{siteName}</span>
                <Text value={strings.imprint} as="span" />
              </p>
            </li>
          ))}
        </ul>
      )}
      <ul className={cx(css.cities, cards.length === 0 && css.row)}>
        {cities.map((city, index) => (
          <Store key={index} city={city} />
        ))}
      </ul>
      {actions.length > 0 && (
        <p className="actions">
          {actions.map((link, index) => (
            <Link key={index} link={link} className={cx('btn', index === 0 && 'btn-primary')} />
          ))}
        </p>
      )}
    </ListSection>
  );
}

/** Address, opening hours and contact of a store. */
function Store({ city: { icon, image, name, text, address, hours = [], phone } }: StoreProps): ReactNode {
  return (
    <li className={cx(image && css.pictured)}>
      {image ? <Picture image={image} sizes="(min-width: 68rem) 15rem, 100vw" /> : icon && <Icon name={icon} />}
      <div>
        <Text value={name} as="h3" className="head" />
        <Text value={text} as="p" className="muted" />
        {address && <Text value={address} as="address" className={css.address} />}
        {hours.length > 0 && (
          <dl className={css.hours}>
            {hours.map((line, index) => (
              <div key={index}>
                <Text value={line.days} as="dt" className="muted" />
                <Text value={line.hours} as="dd" />
              </div>
            ))}
          </dl>
        )}
        {phone && (
          <p>
            <Link link={phone} />
          </p>
        )}
      </div>
    </li>
  );
}

interface StoreProps {
  readonly city: StoresProps['cities'][number];
}

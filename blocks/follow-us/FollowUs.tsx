import type { ReactNode } from 'react';
import { Anchor, type FollowUsProps, Icon, ListSection, Text } from '#engine/block-kit/index.ts';
import css from './FollowUs.module.css';

/** Social networks as rows; each row is one link. */
export function FollowUs({ id, eyebrow, title, text, ground, networks }: FollowUsProps): ReactNode {
  return (
    <ListSection {...{ id, eyebrow, title, text }} level={2} ground={ground} head={css.head}>
      <ul className={css.networks}>
        {networks.map((network) => (
          <li key={network.name}>
            <Anchor to={network.to} className={css.network}>
              <Icon name={network.icon} />
              <span className={css.words}>
                <b className="head">{network.name}</b>
                <Text value={network.text} as="span" className="small muted" />
              </span>
              <Icon name="arrow" className={css.arrow} />
            </Anchor>
          </li>
        ))}
      </ul>
    </ListSection>
  );
}

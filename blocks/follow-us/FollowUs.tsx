import type { ReactNode } from 'react';
import { Anchor, cx, type FollowUsProps, Icon, Text } from '#engine/block-kit/index.ts';
import css from './FollowUs.module.css';

/** Networks as lines to walk along; each line is one link. */
export function FollowUs({ id, eyebrow, title, text, ground, networks }: FollowUsProps): ReactNode {
  const heading = `${id}-title`;
  return (
    <section id={id} className={cx('section g', ground === 'surface' && 'surface')} aria-labelledby={heading}>
      <header className={css.head}>
        {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
        <Text value={title} as="h2" className="title" id={heading} />
        {text && <Text value={text} as="p" className="lead muted" />}
      </header>
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
    </section>
  );
}

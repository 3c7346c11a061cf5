import type { ReactNode } from 'react';
import { cx, Icon, Link, type LoginLinkProps, Text } from '#engine/block-kit/index.ts';
import css from './LoginLink.module.css';

/** A login link for members between two lines. */
export function LoginLink({ id, text, login, ground }: LoginLinkProps): ReactNode {
  return (
    <div id={id} className={cx('g', css.band, ground === 'surface' && 'surface')}>
      <p className={css.line}>
        <Icon name="key" />
        <span>
          <Text value={text} as="span" className="muted" /> <Link link={login} />
        </span>
      </p>
    </div>
  );
}

import type { ReactNode } from 'react';
import { type JoinBarProps, Link } from '#engine/block-kit/index.ts';
import css from './JoinBar.module.css';

/** A button that sticks to the bottom of the screen until the page is scrolled to its own position. */
export function JoinBar({ id, action }: JoinBarProps): ReactNode {
  return (
    <p id={id} className={css.bar}>
      <Link link={action} className="btn btn-primary" />
    </p>
  );
}

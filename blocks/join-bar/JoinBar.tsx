import type { ReactNode } from 'react';
import { type JoinBarProps, Link } from '#engine/block-kit/index.ts';
import css from './JoinBar.module.css';

/** The way on for a thumb: it sticks to the foot of the screen until the page comes to where it stands. */
export function JoinBar({ id, action }: JoinBarProps): ReactNode {
  return (
    <p id={id} className={css.bar}>
      <Link link={action} className="btn btn-primary" />
    </p>
  );
}

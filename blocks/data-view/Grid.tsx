import type { ReactNode } from 'react';
import type { TableView } from '#engine/block-kit/index.ts';
import css from './DataView.module.css';
import { State } from './marks.tsx';

/** Rows as cards with images. */
export function Grid({ caption, rows }: Pick<TableView, 'caption' | 'rows'>): ReactNode {
  return (
    <ul className={css.grid} aria-label={caption}>
      {rows.map(({ key, cells: [first, ...facts] }) => (
        <li key={key}>
          <a href={first?.href}>
            <span className={css.thumbnail}>
              {first?.image && <img src={first.image.src} alt="" loading="lazy" decoding="async" />}
            </span>
            <b>{first?.text}</b>
          </a>
          {facts.map(({ text, mark }) => (
            <span key={text} className={css.fine}>
              {mark === undefined ? text : <State mark={mark} word={text} />}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

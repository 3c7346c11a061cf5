import type { ReactNode } from 'react';
import type { CellView, Mark } from '#engine/block-kit/index.ts';
import css from './DataView.module.css';

/** In a box of 12 units. */
const shapes: Readonly<Record<Mark, ReactNode>> = {
  on: <circle className={css.filled} cx="6" cy="6" r="4.5" />,
  wait: <circle cx="6" cy="6" r="4.5" />,
  half: (
    <>
      <circle cx="6" cy="6" r="4.5" />
      <path className={css.filled} d="M6 1.5a4.5 4.5 0 0 1 0 9z" />
    </>
  ),
  alert: <path className={css.filled} d="M6 1.5 11 10.5H1z" />,
  stop: <path d="M2 2l8 8M10 2l-8 8" />,
  off: <path d="M1.5 6h9" />,
};

const tones: Readonly<Partial<Record<Mark, string | undefined>>> = { alert: css.bad, stop: css.bad, off: css.rest };

/** A status as shape and word. */
export function State({ mark, word }: { readonly mark: Mark; readonly word: string }): ReactNode {
  return (
    <span className={[css.state, tones[mark]].filter(Boolean).join(' ')}>
      <MarkShape mark={mark} />
      <span>{word}</span>
    </span>
  );
}

export function MarkShape({ mark }: { readonly mark: Mark }): ReactNode {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true">
      {shapes[mark]}
    </svg>
  );
}

/** The previous value struck through, the new one highlighted, with labels for screen readers. */
export function Changed({ change: { was, is } }: { readonly change: NonNullable<CellView['change']> }): ReactNode {
  return (
    <>
      {was.text !== '' && (
        <del>
          <span className="vh">{was.label}: </span>
          {was.text}
        </del>
      )}{' '}
      {is.text !== '' && (
        <ins>
          <span className="vh">{is.label}: </span>
          {is.text}
        </ins>
      )}
    </>
  );
}

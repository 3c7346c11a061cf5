import type { ReactNode } from 'react';
import type { CodeView, CopyView } from '#engine/block-kit/index.ts';
import css from './DataView.module.css';

/** A read-only field, with a copy button when JavaScript can copy. */
export function CopyField({ copy }: { readonly copy: CopyView }): ReactNode {
  const { id, label, value, lines, code } = copy;
  return (
    <div className={css.result}>
      <vitrine-copy data-copied={copy.copied}>
        <div className="field">
          <label htmlFor={id}>{label}</label>
          {lines === undefined ? (
            <input id={id} type="text" readOnly defaultValue={value} />
          ) : (
            <textarea id={id} readOnly defaultValue={value} rows={lines} spellCheck={false} />
          )}
        </div>
        <button type="button" className="btn" hidden>
          {copy.copy}
        </button>
        <output className={css.fine} aria-live="polite" />
      </vitrine-copy>
      {code && <Code code={code} />}
    </div>
  );
}

export function Code({ code: { label, size, path } }: { readonly code: CodeView }): ReactNode {
  return (
    <svg
      className={css.code}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path className={css.ground} d={`M-4-4h${size + 8}v${size + 8}h-${size + 8}z`} />
      <path className={css.dark} d={path} />
    </svg>
  );
}

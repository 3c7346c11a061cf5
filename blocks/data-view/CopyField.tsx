import type { ReactNode } from 'react';
import type { CopyView } from '#engine/block-kit/index.ts';
import css from './DataView.module.css';

/** A field that cannot be written in, and beside it a button that only appears where a script can copy. */
export function CopyField({ copy }: { readonly copy: CopyView }): ReactNode {
  const { id, label, value, code } = copy;
  return (
    <div className={css.result}>
      <vitrine-copy data-copied={copy.copied}>
        <div className="field">
          <label htmlFor={id}>{label}</label>
          <input id={id} type="text" readOnly defaultValue={value} />
        </div>
        <button type="button" className="btn" hidden>
          {copy.copy}
        </button>
        <output className={css.fine} aria-live="polite" />
      </vitrine-copy>
      {code && (
        <svg
          className={css.code}
          viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`}
          role="img"
          aria-label={code.label}
          shapeRendering="crispEdges"
        >
          <path className={css.ground} d={`M-4-4h${code.size + 8}v${code.size + 8}h-${code.size + 8}z`} />
          <path className={css.dark} d={code.path} />
        </svg>
      )}
    </div>
  );
}

import type { ReactElement } from 'react';
import { type LayoutProps, PageFrame } from '#engine/block-kit/index.ts';
import css from './BlackInclinedLines.module.css';

/** A slab on fine inclined lines. */
export function BlackInclinedLines({
  areas,
  strings,
}: LayoutProps<'consent' | 'header' | 'content' | 'footer'>): ReactElement {
  return (
    <PageFrame areas={areas} strings={strings} className={`ink ${css.layout}`} mainClassName="g">
      <div className={css.slab}>{areas.content}</div>
    </PageFrame>
  );
}

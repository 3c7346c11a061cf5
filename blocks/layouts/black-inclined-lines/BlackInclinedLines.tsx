import type { ReactNode } from 'react';
import { type LayoutProps, Text } from '#engine/block-kit/index.ts';
import css from './BlackInclinedLines.module.css';

/** A slab on fine inclined lines. */
export function BlackInclinedLines({ areas, strings }: LayoutProps<'header' | 'content' | 'footer'>): ReactNode {
  return (
    <div className={`page ink ${css.layout}`}>
      <a className="skip" href="#main">
        {strings.skipToContent && <Text value={strings.skipToContent} />}
      </a>
      <header>{areas.header}</header>
      <main id="main" tabIndex={-1} className="g">
        <div className={css.slab}>{areas.content}</div>
      </main>
      <footer>{areas.footer}</footer>
    </div>
  );
}

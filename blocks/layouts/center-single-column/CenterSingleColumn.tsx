import type { ReactNode } from 'react';
import { type LayoutProps, Text } from '#engine/block-kit/index.ts';
import css from './CenterSingleColumn.module.css';

/** One column in the middle. */
export function CenterSingleColumn({ areas, strings }: LayoutProps<'header' | 'content' | 'footer'>): ReactNode {
  return (
    <div className={`page ${css.layout}`}>
      <a className="skip" href="#main">
        {strings.skipToContent && <Text value={strings.skipToContent} />}
      </a>
      <header>{areas.header}</header>
      <main id="main" tabIndex={-1}>
        <div className={css.column}>{areas.content}</div>
      </main>
      <footer>{areas.footer}</footer>
    </div>
  );
}

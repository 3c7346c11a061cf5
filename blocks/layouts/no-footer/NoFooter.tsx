import type { ReactNode } from 'react';
import { type LayoutProps, Text } from '#engine/block-kit/index.ts';
import css from './NoFooter.module.css';

/** One narrow column and nothing else to do. */
export function NoFooter({ areas, strings }: LayoutProps<'header' | 'content'>): ReactNode {
  return (
    <div className={`page ${css.layout}`}>
      <a className="skip" href="#main">
        {strings.skipToContent && <Text value={strings.skipToContent} />}
      </a>
      <header>{areas.header}</header>
      <main id="main" tabIndex={-1}>
        <div className={css.column}>{areas.content}</div>
      </main>
    </div>
  );
}

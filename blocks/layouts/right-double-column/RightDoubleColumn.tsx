import type { ReactNode } from 'react';
import { type LayoutProps, Text } from '#engine/block-kit/index.ts';
import css from './RightDoubleColumn.module.css';

/** Promise and story on the left, the form on the right; in one column the form follows the promise. */
export function RightDoubleColumn({
  areas,
  strings,
}: LayoutProps<'header' | 'lead' | 'content' | 'side' | 'footer'>): ReactNode {
  return (
    <div className={`page ${css.layout}`}>
      <a className="skip" href="#main">
        {strings.skipToContent && <Text value={strings.skipToContent} />}
      </a>
      <header>{areas.header}</header>
      <main id="main" tabIndex={-1}>
        <div className={css.lead}>{areas.lead}</div>
        <div className={css.side}>{areas.side}</div>
        <div className={css.story}>{areas.content}</div>
      </main>
      <footer>{areas.footer}</footer>
    </div>
  );
}

import type { ReactElement } from 'react';
import { cx, type LayoutProps, PageFrame } from '#engine/block-kit/index.ts';
import css from './RightDoubleColumn.module.css';

/** Headline and story on the left, the sticky form on the right; in one column the form follows the headline. */
export function RightDoubleColumn({
  areas,
  strings,
}: LayoutProps<'consent' | 'header' | 'lead' | 'content' | 'side' | 'below' | 'footer'>): ReactElement {
  return (
    <PageFrame areas={areas} strings={strings} className={cx('wide beside', css.layout)} mainClassName="g">
      <div className={css.lead}>{areas.lead}</div>
      <div className={css.side}>{areas.side}</div>
      <div className={css.story}>{areas.content}</div>
      <div className={css.below}>{areas.below}</div>
    </PageFrame>
  );
}

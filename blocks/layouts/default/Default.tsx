import type { ReactElement } from 'react';
import { type LayoutProps, PageFrame } from '#engine/block-kit/index.ts';

/** Header, content across the whole width, footer. */
export function Default({ areas, strings }: LayoutProps<'consent' | 'header' | 'content' | 'footer'>): ReactElement {
  return (
    <PageFrame areas={areas} strings={strings} className="wide">
      {areas.content}
    </PageFrame>
  );
}

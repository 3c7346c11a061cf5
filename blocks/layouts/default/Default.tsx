import type { ReactNode } from 'react';
import { type LayoutProps, Text } from '#engine/block-kit/index.ts';

/** Header, content across the whole width, footer. */
export function Default({ areas, strings }: LayoutProps<'header' | 'content' | 'footer'>): ReactNode {
  return (
    <div className="page wide">
      <a className="skip" href="#main">
        {strings.skipToContent && <Text value={strings.skipToContent} />}
      </a>
      <header>{areas.header}</header>
      <main id="main" tabIndex={-1}>
        {areas.content}
      </main>
      <footer>{areas.footer}</footer>
    </div>
  );
}

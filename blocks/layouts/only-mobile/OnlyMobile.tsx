import type { ReactNode } from 'react';
import { type LayoutProps, Text } from '#engine/block-kit/index.ts';
import css from './OnlyMobile.module.css';

/** A column as wide as a phone on every screen. */
export function OnlyMobile({ areas, strings }: LayoutProps<'header' | 'content' | 'footer'>): ReactNode {
  return (
    <div className={`page ${css.layout}`}>
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

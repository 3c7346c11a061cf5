import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Text } from './Text.tsx';
import type { LayoutProps } from './types.ts';

interface FrameProps extends LayoutProps<'consent' | 'header' | 'footer'> {
  /** Class of the page, in addition to `page`. */
  readonly className?: string | undefined;
  /** Class of `main`. */
  readonly mainClassName?: string;
  /** Whether the page has a footer, possibly empty. */
  readonly hasFooter?: boolean;
  /** Content of `main`. */
  readonly children: ReactNode;
}

/** Content of `body` common to all layouts: skip link, consent, `header`, `main`, `footer`. */
export function PageFrame(props: FrameProps): ReactElement {
  const { areas, strings, className, mainClassName, hasFooter = true, children } = props;
  return (
    <div className={cx('page', className)}>
      <a className="skip" href="#main">
        {strings.skipToContent && <Text value={strings.skipToContent} />}
      </a>
      {areas.consent}
      <header>{areas.header}</header>
      <main id="main" tabIndex={-1} className={mainClassName}>
        {children}
      </main>
      {hasFooter && <footer>{areas.footer}</footer>}
    </div>
  );
}

/** Class names of a layout's stylesheet. */
export interface LayoutClasses {
  /** The whole page. */
  readonly layout?: string;
  /** Wrapper of the content; without it blocks are children of `main`. */
  readonly column?: string;
}

/** Component of a layout without an own one: header, content in one column, and a footer if the layout has that area. */
export function createSingleColumn(
  classes: LayoutClasses,
  { areas: names }: { readonly areas: readonly string[] },
): (props: LayoutProps<'consent' | 'header' | 'content' | 'footer'>) => ReactElement {
  return function SingleColumn({ areas, strings }) {
    return (
      <PageFrame areas={areas} strings={strings} className={classes.layout} hasFooter={names.includes('footer')}>
        {classes.column === undefined ? areas.content : <div className={classes.column}>{areas.content}</div>}
      </PageFrame>
    );
  };
}

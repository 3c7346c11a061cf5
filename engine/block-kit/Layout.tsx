import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Text } from './Text.tsx';
import type { LayoutProps } from './types.ts';

interface FrameProps extends LayoutProps<'consent' | 'header' | 'footer'> {
  /** Class of the whole page beside `page`. */
  readonly className?: string | undefined;
  /** Class of `main`. */
  readonly mainClassName?: string;
  /** Whether the page ends with a footer, empty or not. */
  readonly hasFooter?: boolean;
  /** What is in `main`. */
  readonly children: ReactNode;
}

/** Everything inside `body` that all layouts have: skip link, the question of consent, `header`, `main`, `footer`. */
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
  /** An element of its own around the content; without it blocks are in `main` itself. */
  readonly column?: string;
}

/** The component of a layout whose folder has none: header, its content in one column, and a footer if it has such an area. */
export function singleColumn(
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

import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { IconName } from './icons.ts';
import { useRenderSink } from './render-sink.ts';

/** An icon of the site in the current text colour; hidden from assistive technology. */
export function Icon({ name, className }: { readonly name: IconName; readonly className?: string }): ReactNode {
  useRenderSink()?.noteIcon(name);
  return (
    <svg className={cx('icon', className)} aria-hidden="true" focusable="false">
      <use href={`#i-${name}`} />
    </svg>
  );
}

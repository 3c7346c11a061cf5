import type { ReactNode } from 'react';
import type { ForgetTokenProps } from '#engine/block-kit/index.ts';

/** Nothing to see: the behaviour tidies the address bar. */
export function ForgetToken({ id, recall }: ForgetTokenProps): ReactNode {
  return <vitrine-forget id={id} data-recall={recall ? '' : undefined} hidden />;
}

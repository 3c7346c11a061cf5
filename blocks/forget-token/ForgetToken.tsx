import type { ReactNode } from 'react';
import type { ForgetTokenProps } from '#engine/block-kit/index.ts';

/** Invisible: the behaviour cleans the address bar. */
export function ForgetToken({ id, recall }: ForgetTokenProps): ReactNode {
  return <vitrine-forget id={id} data-recall={recall ? '' : undefined} hidden />;
}

import type { ReactNode } from 'react';
import { type RememberReferralProps, VisitorData } from '#engine/block-kit/index.ts';

/** Nothing to see: code and referrer come at the end of the page, never in its address, and the behaviour keeps them (G2). */
export function RememberReferral({ id }: RememberReferralProps): ReactNode {
  return (
    <vitrine-remember-referral id={id} hidden>
      <VisitorData name="rc" />
      <VisitorData name="fref" />
    </vitrine-remember-referral>
  );
}

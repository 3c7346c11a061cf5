import type { ReactNode } from 'react';
import { type RememberReferralProps, VisitorData } from '#engine/block-kit/index.ts';

/** Invisible: code and referrer are in the tail of the page, never in its address, and the behaviour stores them (G2). */
export function RememberReferral({ id }: RememberReferralProps): ReactNode {
  return (
    <vitrine-remember-referral id={id} hidden>
      <VisitorData name="rc" />
      <VisitorData name="fref" />
    </vitrine-remember-referral>
  );
}

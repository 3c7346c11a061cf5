import type { Conditions } from '#engine/documents/journeys/conditions.ts';
import { ownSession } from './session.ts';

/**
 * What alternatives of the journey's document may ask of a visitor's session: `registration` is how far the own one is, where
 * `active` counts visitors who learned so or own a voucher, and `voucher` whether an activation brought one.
 */
export function readConditions(known: Parameters<typeof ownSession>[0]): Conditions {
  const { registration, voucher, active } = ownSession(known) ?? {};
  return {
    registration: reached(registration?.step, voucher !== undefined, active === true),
    voucher: voucher === undefined ? 'none' : 'own',
  };
}

/** A registration that waits for its activation goes before what is known of another address, and a voucher before everything. */
function reached(
  step: 'started' | 'finished' | 'activated' | undefined,
  hasVoucher: boolean,
  isAnnounced: boolean,
): string {
  if (hasVoucher || step === 'activated') return 'active';
  if (step === 'finished') return 'finished';
  return isAnnounced ? 'active' : (step ?? 'none');
}

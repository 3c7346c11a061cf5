import type { Conditions } from '#engine/documents/journeys/conditions.ts';
import { readOwnSession } from './session.ts';

/**
 * Conditions of the journey's document about the visitor's session: `registration` is the state of the own registration, where `active`
 * includes visitors with a voucher, and `voucher` whether an activation issued one.
 */
export function readConditions(known: Parameters<typeof readOwnSession>[0]): Conditions {
  const { registration, voucher, active } = readOwnSession(known) ?? {};
  return {
    registration: reached(registration?.step, voucher !== undefined, active === true),
    voucher: voucher === undefined ? 'none' : 'own',
  };
}

/** A pending registration takes precedence over facts about another address, and a voucher over everything. */
function reached(
  step: 'started' | 'finished' | 'activated' | undefined,
  hasVoucher: boolean,
  isAnnounced: boolean,
): string {
  if (hasVoucher || step === 'activated') return 'active';
  if (step === 'finished') return 'finished';
  return isAnnounced ? 'active' : (step ?? 'none');
}

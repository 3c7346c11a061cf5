import { DAY } from '#server/platform/database/timestamp.ts';
import { addHits, hasHit } from '#server/platform/limits/rate-limit.ts';
import type { StaffPorts } from './ports.ts';

/** Days for which a network is known after a sign-in. */
export const knownNetworkDays = 30;

const counted = (adminId: string, network: string) => ({
  action: 'staff-network',
  subject: `${adminId}\n${network}`,
  limit: { max: Number.POSITIVE_INFINITY, windowSeconds: (knownNetworkDays * DAY) / 1_000 },
});

/** Records a sign-in from this network, as a hash with expiry. */
export async function rememberNetwork(
  { database, clock }: StaffPorts,
  adminId: string,
  network: string,
): Promise<void> {
  const windowStart = Math.floor(clock.now() / DAY) * DAY;
  await addHits(database.db, [{ ...counted(adminId, network), windowStart, hits: 1 }]);
}

/**
 * Whether the account recently signed in from this network: its passwords are checked with priority, so that attackers from many networks
 * cannot delay everyone.
 *
 * @param adminId any id for an unknown address, so that timing reveals nothing
 */
export const isKnownNetwork = ({ database, clock }: StaffPorts, adminId: string, network: string): Promise<boolean> =>
  hasHit(database.db, clock, counted(adminId, network));

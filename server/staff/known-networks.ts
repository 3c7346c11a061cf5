import { DAY } from '#server/platform/database/timestamp.ts';
import { addHits, hasHit } from '#server/platform/limits/rate-limit.ts';
import type { StaffPorts } from './ports.ts';

/** Days for which a network is known to an account that signed in from it. */
export const knownNetworkDays = 30;

const counted = (adminId: string, network: string) => ({
  action: 'staff-network',
  subject: `${adminId}\n${network}`,
  limit: { max: Number.POSITIVE_INFINITY, windowSeconds: (knownNetworkDays * DAY) / 1_000 },
});

/** The account has just signed in from here. A counter keeps no more of that than a hash, and goes by itself. */
export async function rememberNetwork(
  { database, clock }: StaffPorts,
  adminId: string,
  network: string,
): Promise<void> {
  const windowStart = Math.floor(clock.now() / DAY) * DAY;
  await addHits(database.db, [{ ...counted(adminId, network), windowStart, hits: 1 }]);
}

/**
 * Whether the account signed in from this network lately: its passwords are looked at before those of strangers, who would otherwise
 * make everybody wait by guessing from many networks at once.
 *
 * @param adminId Any id for an address that nobody has: the question takes the same time.
 */
export const isKnownNetwork = ({ database, clock }: StaffPorts, adminId: string, network: string): Promise<boolean> =>
  hasHit(database.db, clock, counted(adminId, network));

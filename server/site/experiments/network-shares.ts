import type { Exposure } from '#engine/decide/experiments/index.ts';
import { DAY } from '#server/platform/database/timestamp.ts';

/** Minimum visitors of a network per day for a meaningful share. */
export const MIN_NETWORK_VISITORS = 50;
/** Maximum networks per variation and day. */
const MAX_NETWORKS = 1_000;

type FirstVisit = Pick<Exposure, 'experiment' | 'phase' | 'variation' | 'isFirst'>;

interface Variation {
  readonly experiment: string;
  visitors: number;
  readonly networks: Map<string, number>;
}

/** Share of a variation's new visitors of the day per network, in this process (Z3). */
export class NetworkShares {
  #day = 0;
  readonly #variations = new Map<string, Variation>();

  /** @param network one with many visitors; `null` for all others */
  count(exposures: readonly FirstVisit[], network: string | null, now: number): void {
    this.#begin(now);
    for (const { experiment, phase, variation, isFirst } of exposures) {
      if (!isFirst) continue;
      const key = `${experiment} ${phase} ${variation}`;
      const found = this.#variations.get(key) ?? { experiment, visitors: 0, networks: new Map<string, number>() };
      this.#variations.set(key, found);
      found.visitors += 1;
      if (network !== null && (found.networks.has(network) || found.networks.size < MAX_NETWORKS))
        found.networks.set(network, (found.networks.get(network) ?? 0) + 1);
    }
  }

  /** Largest share per experiment; 0 without networks above the minimum. */
  largest(now: number): ReadonlyMap<string, number> {
    this.#begin(now);
    const shares = new Map<string, number>();
    for (const { experiment, visitors, networks } of this.#variations.values()) {
      const most = Math.max(0, ...networks.values());
      const share = most < MIN_NETWORK_VISITORS ? 0 : most / visitors;
      shares.set(experiment, Math.max(share, shares.get(experiment) ?? 0));
    }
    return shares;
  }

  #begin(now: number): void {
    const day = now - (now % DAY);
    if (day === this.#day) return;
    this.#day = day;
    this.#variations.clear();
  }
}

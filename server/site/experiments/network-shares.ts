import type { Exposure } from '#engine/decide/experiments/index.ts';
import { DAY, toTimestamp } from '#server/platform/database/timestamp.ts';
import type { GroupedCount } from './grouped-counter.ts';

/** Minimum visitors of a network per day for a meaningful share. */
export const MIN_NETWORK_VISITORS = 50;
/** Maximum networks per variation and day. */
const MAX_NETWORKS = 10_000;
/** Maximum exposure lists whose variations are remembered. */
const MAX_LISTS = 1_000;

type FirstVisit = Pick<Exposure, 'experiment' | 'phase' | 'variation' | 'isFirst'>;

interface NetworkCount {
  visitors: number;
  /** Visitors that `takeUnsaved` did not return yet. */
  unsaved: number;
}

interface VariationCounts extends Pick<FirstVisit, 'experiment' | 'phase' | 'variation'> {
  visitors: number;
  readonly networks: Map<string, NetworkCount>;
}

/** New visitors of the day by variation and network, in this process: the largest share, and the counts to store (Z3). */
export class NetworkShares {
  #day = 0;
  readonly #variations = new Map<string, VariationCounts>();
  /** Variations of exposure lists, which first visits share. */
  readonly #lists = new Map<readonly FirstVisit[], readonly VariationCounts[]>();
  /** Counts of a day that has ended. */
  #ended: readonly GroupedCount[] = [];

  /** @param network one with many visitors; `null` for all others */
  count(exposures: readonly FirstVisit[], network: string | null, now: number): void {
    this.#begin(now);
    for (const variation of this.#findVariations(exposures)) {
      variation.visitors += 1;
      if (network === null) continue;
      const known = variation.networks.get(network);
      if (known !== undefined) {
        known.visitors += 1;
        known.unsaved += 1;
      } else if (variation.networks.size < MAX_NETWORKS) variation.networks.set(network, { visitors: 1, unsaved: 1 });
    }
  }

  /** Largest share per experiment; 0 without networks above the minimum. */
  largest(now: number): ReadonlyMap<string, number> {
    this.#begin(now);
    const shares = new Map<string, number>();
    for (const { experiment, visitors, networks } of this.#variations.values()) {
      const most = Math.max(0, ...[...networks.values()].map((network) => network.visitors));
      const share = most < MIN_NETWORK_VISITORS ? 0 : most / visitors;
      shares.set(experiment, Math.max(share, shares.get(experiment) ?? 0));
    }
    return shares;
  }

  /** Visitors since the last call, as experiment, phase, variation, day and network. */
  takeUnsaved(): readonly GroupedCount[] {
    const taken = [...this.#ended, ...this.#listUnsaved()];
    this.#ended = [];
    for (const { networks } of this.#variations.values()) for (const network of networks.values()) network.unsaved = 0;
    return taken;
  }

  #listUnsaved(): readonly GroupedCount[] {
    const day = toTimestamp(this.#day);
    return [...this.#variations.values()].flatMap(({ experiment, phase, variation, networks }) =>
      [...networks]
        .filter(([, { unsaved }]) => unsaved > 0)
        .map(([name, { unsaved }]) => ({ parts: [experiment, String(phase), variation, day, name], count: unsaved })),
    );
  }

  #findVariations(exposures: readonly FirstVisit[]): readonly VariationCounts[] {
    let found = this.#lists.get(exposures);
    if (found === undefined) {
      if (this.#lists.size >= MAX_LISTS) this.#lists.clear();
      found = exposures.filter(({ isFirst }) => isFirst).map((each) => this.#findVariation(each));
      this.#lists.set(exposures, found);
    }
    return found;
  }

  #findVariation({ experiment, phase, variation }: FirstVisit): VariationCounts {
    const key = `${experiment} ${phase} ${variation}`;
    const found = this.#variations.get(key) ?? { experiment, phase, variation, visitors: 0, networks: new Map() };
    this.#variations.set(key, found);
    return found;
  }

  #begin(now: number): void {
    const day = now - (now % DAY);
    if (day === this.#day) return;
    this.#ended = [...this.#ended, ...this.#listUnsaved()];
    this.#day = day;
    this.#variations.clear();
    this.#lists.clear();
  }
}

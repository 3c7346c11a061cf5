import { UnavailableError } from '#engine/shared/errors.ts';
import { toClientPrefix } from '#server/platform/ipv6-prefix.ts';

export interface FairQueueLimits {
  /** Pieces of work that run at a time. */
  readonly concurrent: number;
  /** Those that wait for them, of one network. */
  readonly perNetwork: number;
  /** Those that wait, of all networks together; as many again in the lane of known senders. */
  readonly total: number;
  /** Milliseconds after which nobody waits for the answer any more. */
  readonly timeoutMs: number;
}

/** For whom a piece of work is done. */
export interface QueuedFor {
  /** See `rateLimitKey`. */
  readonly network: string;
  /** Known senders have a lane of their own, which goes first: no stranger can wait in it. */
  readonly isKnown: boolean;
  /** Whether nobody waits for the result any more; asked when its turn comes. */
  readonly isGone: () => boolean;
}

interface Waiting extends Omit<QueuedFor, 'isKnown'> {
  /** See `toClientPrefix`: a stranger may have all addresses of it. */
  readonly site: string;
  readonly since: number;
  readonly start: () => void;
  readonly refuse: () => void;
}

/** Waiting requests with equal rights. */
class Lane {
  readonly #waiting: Waiting[] = [];
  readonly #served = new Map<string, number>();
  #turn = 0;

  /** Whether there was room; one more of a site that holds less than another takes the place of the last of that one. */
  add(added: Waiting, { perNetwork, total }: FairQueueLimits): boolean {
    if (this.#count(({ network }) => network === added.network) >= perNetwork) return false;
    if (this.#waiting.length >= total) {
      const sizes = new Map<string, number>();
      for (const { site } of this.#waiting) sizes.set(site, (sizes.get(site) ?? 0) + 1);
      const [site, size] = [...sizes].reduce((most, each) => (each[1] > most[1] ? each : most));
      if (size <= (sizes.get(added.site) ?? 0) + 1) return false;
      const last = this.#waiting.findLastIndex((each) => each.site === site);
      this.#waiting.splice(last, 1)[0]?.refuse();
    }
    this.#waiting.push(added);
    return true;
  }

  /** The site that was served longest ago has the next turn, in it the network of which the same is true, in that the oldest. */
  next(): Waiting | undefined {
    const rank = ({ site, network }: Waiting): readonly [number, number] => [
      this.#served.get(site) ?? 0,
      this.#served.get(network) ?? 0,
    ];
    let best: Waiting | undefined;
    for (const each of this.#waiting) if (best === undefined || isBefore(rank(each), rank(best))) best = each;
    if (best === undefined) return undefined;
    this.#waiting.splice(this.#waiting.indexOf(best), 1);
    this.#turn += 1;
    this.#served.set(best.site, this.#turn).set(best.network, this.#turn);
    // Nobody is remembered who does not wait.
    if (this.#waiting.length === 0) this.#served.clear();
    return best;
  }

  #count(isMeant: (each: Waiting) => boolean): number {
    return this.#waiting.filter(isMeant).length;
  }
}

const isBefore = (a: readonly [number, number], b: readonly [number, number]): boolean =>
  a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);

/**
 * Lets only so much costly work run at a time. Anyone who asks for more of it waits behind themselves: networks take turns, and what finds
 * no room is refused at once. Work that nobody waits for any more is dropped before it begins.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #known = new Lane();
  readonly #others = new Lane();
  #running = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** @throws UnavailableError when there is no room, or nobody waits any more. */
  async run<T>({ network, isKnown, isGone }: QueuedFor, work: () => Promise<T>): Promise<T> {
    const lane = isKnown ? this.#known : this.#others;
    await new Promise<void>((resolve, reject) => {
      const refuse = (): void => reject(new UnavailableError('Too many wait for the same work.'));
      const waiting = {
        network,
        isGone,
        site: toClientPrefix(network).site,
        since: performance.now(),
        start: resolve,
        refuse,
      };
      if (lane.add(waiting, this.#limits)) this.#startNext();
      else refuse();
    });
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#startNext();
    }
  }

  #startNext(): void {
    while (this.#running < this.#limits.concurrent) {
      const next = this.#known.next() ?? this.#others.next();
      if (next === undefined) return;
      if (next.isGone() || performance.now() - next.since > this.#limits.timeoutMs) next.refuse();
      else {
        this.#running += 1;
        next.start();
      }
    }
  }
}

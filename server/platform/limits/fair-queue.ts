import { UnavailableError } from '#engine/shared/errors.ts';
import { toClientPrefix } from '#server/platform/ipv6-prefix.ts';

export interface FairQueueLimits {
  /** Maximum concurrent jobs. */
  readonly concurrent: number;
  /** Maximum waiting jobs per network. */
  readonly perNetwork: number;
  /** Maximum waiting jobs of all networks; the lane of known senders has the same limit again. */
  readonly total: number;
  /** Milliseconds after which a waiting job is dropped. */
  readonly timeoutMs: number;
}

/** The requester of a job. */
export interface QueuedFor {
  /** See `getRateLimitKey`. */
  readonly network: string;
  /** Known senders have a lane with priority. */
  readonly isKnown: boolean;
  /** Whether the client disconnected; checked before the job starts. */
  readonly isGone: () => boolean;
}

interface Waiting extends Omit<QueuedFor, 'isKnown'> {
  /** See `toClientPrefix`: one client may own all of its addresses. */
  readonly site: string;
  readonly since: number;
  readonly start: () => void;
  readonly refuse: () => void;
}

/** Waiting jobs of equal priority. */
class Lane {
  readonly #waiting: Waiting[] = [];
  readonly #served = new Map<string, number>();
  #turn = 0;

  /** Whether the job was accepted; a job of a site with fewer waiting jobs replaces the last one of a site with more. */
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

  /** The least recently served site is next, within it the least recently served network, within that the oldest job. */
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
    // Forgets sites and networks without waiting jobs.
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
 * Limits concurrent expensive jobs with fair queuing: networks take turns, and jobs are rejected immediately when the queue is full. Jobs
 * of disconnected clients are dropped before they start.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #known = new Lane();
  readonly #others = new Lane();
  #running = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** @throws UnavailableError when the queue is full or the client disconnected */
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

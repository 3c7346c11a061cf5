import type { Clock } from '#server/platform/ports.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import type { AuditEntry } from '#server/platform/platform-ports.ts';
import { toAddressBlock, withClientNetwork } from '#server/platform/requests/client-network.ts';
import { failedSignIn } from './audit/chain.ts';

export const failureLimits = {
  /** Milliseconds. */
  windowMs: 900_000,
  /** Failures of an account per window that are recorded individually. */
  inFull: 20,
  /** Maximum address blocks in a summary entry. */
  blocks: 20,
} as const;

/** Failures of an account in a window. */
interface FailureCount {
  readonly windowStart: number;
  noted: number;
  counted: number;
  readonly blocks: Map<string, number>;
}

export interface FailedSignIn {
  /** Id of the admin whose address or passkey was given; `null` when unknown. */
  readonly tried: string | null;
  /** See `getRateLimitKey`. */
  readonly network: string;
  readonly details?: AuditEntry['details'];
}

/**
 * Audit entries of failed sign-ins. Attackers can fail from many networks, so per account (and for all unknown addresses together) the
 * first failures of a quarter of an hour are recorded individually and the rest as one summary: number, networks, period.
 */
export class FailedSignIns {
  readonly #clock: Clock;
  readonly #note: (entry: AuditEntry) => Promise<void>;
  readonly #tallies = new Map<string | null, FailureCount>();

  constructor(clock: Clock, note: (entry: AuditEntry) => Promise<void>) {
    this.#clock = clock;
    this.#note = note;
  }

  async add({ tried, network, details }: FailedSignIn): Promise<void> {
    const windowStart = Math.floor(this.#clock.now() / failureLimits.windowMs) * failureLimits.windowMs;
    const before = this.#tallies.get(tried);
    if (before !== undefined && before.windowStart !== windowStart) await this.#noteCount(tried, before);
    const count = this.#tallies.get(tried) ?? { windowStart, noted: 0, counted: 0, blocks: new Map() };
    this.#tallies.set(tried, count);
    if (count.noted < failureLimits.inFull) {
      count.noted += 1;
      return this.#note({ ...toAuditEntry(tried), details });
    }
    count.counted += 1;
    const block = toAddressBlock(network);
    const name = count.blocks.has(block) || count.blocks.size < failureLimits.blocks ? block : 'others';
    count.blocks.set(name, (count.blocks.get(name) ?? 0) + 1);
  }

  /** Records summaries of ended windows; of all windows before the process ends. */
  async noteCounts(isEnd = false): Promise<void> {
    for (const [tried, tally] of this.#tallies)
      if (isEnd || tally.windowStart + failureLimits.windowMs <= this.#clock.now()) await this.#noteCount(tried, tally);
  }

  async #noteCount(tried: string | null, tally: FailureCount): Promise<void> {
    this.#tallies.delete(tried);
    if (tally.counted === 0) return;
    const [from, until] = [tally.windowStart, tally.windowStart + failureLimits.windowMs].map(toTimestamp);
    const details = { failures: tally.counted, from, until, networks: Object.fromEntries(tally.blocks) };
    try {
      // Outside a request.
      await withClientNetwork('', () => this.#note({ ...toAuditEntry(tried), details }));
    } catch (error) {
      const newer = this.#tallies.get(tried);
      if (newer === undefined) this.#tallies.set(tried, tally);
      else {
        newer.counted += tally.counted;
        newer.blocks.set('others', (newer.blocks.get('others') ?? 0) + tally.counted);
      }
      throw error;
    }
  }
}

const toAuditEntry = (tried: string | null): AuditEntry => ({
  actor: 'visitor',
  action: failedSignIn,
  subject: tried ?? undefined,
});

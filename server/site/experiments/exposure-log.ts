import { hash, randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#server/platform/database/open-database.ts';
import { DAY, HOUR, toTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import type { PhaseExposuresTable } from '#server/site/tables.ts';
import type { Exposure, SurplusVisit } from '#engine/decide/experiments/index.ts';
import { changeAgreed } from './consented/agreed-counts.ts';
import type { AttributedVariation, Attribution } from './attribution.ts';
import { addOnce, type CountedOnce } from './add-once.ts';
import type { NetworkShares } from './network-shares.ts';
import { type WaitingConversion, type WaitingRows, writeRows } from './write-rows.ts';
import { joinTallies, createTallies, countTallies, type Tallies, writeCounts } from './write-counts.ts';

/** A conversion. */
export interface Conversion extends Attribution {
  readonly event: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Whether it was stored with an account: consent may have been withdrawn since. */
  readonly isStored: boolean;
}

/** Maximum milliseconds until rows are written, and lost in a crash. */
const FLUSH_INTERVAL_MS = 150;
/** Maximum milliseconds until visitors by network are written: many rows, for the results only. */
const NETWORKS_INTERVAL_MS = 5_000;
/** Milliseconds between attempts during a database outage. */
const RETRY_INTERVAL_MS = 1_000;
/** Milliseconds after which an erasure is repeated: other processes have written their pending rows by then. */
const ERASE_AGAIN_AFTER_MS = 2_000;
/** Rows per statement. */
const BATCH = 500;
/** Deduplication time in milliseconds: slightly longer than a session's signature is valid. */
const SESSION_RETENTION = 8 * DAY;
const CONSENTED_RETENTION = 35 * DAY;
/** Deduplication time of events that count once a day; their token contains the day. */
const DAILY_RETENTION = 2 * DAY;
/** Rows kept in memory during a database outage; further ones are dropped and counted. */
const MAX_WAITING = 200_000;

/**
 * Writes exposures and conversions in the background, in batches: only counters before consent, with consent also a row under the visitor's id (N7). Nothing
 * is lost on shutdown or during short outages. Counters and rows of a batch are written in one transaction, so that retries do not count twice,
 * and the embedded database does not wait for the disk meanwhile, which would stop the process that sends pages.
 */
export class ExposureLog {
  readonly #database: Pick<Database, 'db' | 'counters'>;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #networks: Pick<NetworkShares, 'takeUnsaved'> | null;
  #networksTimer: NodeJS.Timeout | null = null;
  #exposures: Insertable<PhaseExposuresTable>[] = [];
  #conversions: WaitingConversion[] = [];
  #erased: string[] = [];
  /** Pending repeated erasures by id. */
  readonly #again = new Map<string, NodeJS.Timeout>();
  /** Exposure lists shared by first visits, with their number. */
  #shared = new Map<readonly Exposure[], number>();
  #tallies = createTallies();
  /** By token. */
  #once = new Map<string, CountedOnce>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<boolean> = Promise.resolve(true);
  #failing = false;
  /** Rows dropped because memory was full. */
  dropped = 0;
  /** Visits beyond the limit of their network. */
  surplusVisits = 0;

  /** @param networks visitors by network; `null` writes none */
  constructor(
    database: Pick<Database, 'db' | 'counters'>,
    log: Pick<Logger, 'warn'>,
    networks: Pick<NetworkShares, 'takeUnsaved'> | null = null,
  ) {
    this.#database = database;
    this.#log = log;
    this.#networks = networks;
  }

  /** Number of pending rows. */
  get waiting(): number {
    return (
      this.#exposures.length +
      this.#conversions.length +
      this.#shared.size +
      countTallies(this.#tallies) +
      this.#once.size +
      this.#erased.length
    );
  }

  /** Counts a list that visitors without an id share and that waits to be written; false for any other. */
  exposeAgain(exposures: readonly Exposure[]): boolean {
    const times = this.#shared.get(exposures);
    if (times === undefined) return false;
    this.#shared.set(exposures, times + 1);
    return true;
  }

  /** Visitors without an id may share an exposures list, which is counted by reference. */
  expose(exposures: readonly Exposure[]): void {
    if (exposures.every(({ id }) => id === null)) {
      this.#shared.set(exposures, (this.#shared.get(exposures) ?? 0) + 1);
      this.#schedule(FLUSH_INTERVAL_MS);
      return;
    }
    this.#count(exposures, 1);
    for (const { experiment, phase, variation, at, id, revision, attributes } of exposures) {
      if (id === null || !this.#hasPlace()) continue;
      this.#exposures.push({
        id: randomUUID(),
        anonymous_id: id,
        experiment,
        phase,
        variation,
        revision,
        attributes: JSON.stringify(attributes),
        evaluated_at: toTimestamp(at),
      });
    }
    this.#schedule(FLUSH_INTERVAL_MS);
  }

  #count(exposures: readonly Exposure[], times: number): void {
    for (const exposure of exposures) {
      if (!exposure.isFirst) continue;
      const adds = listIncrements(exposure);
      const { once, experiment, phase, variation, id } = exposure;
      if (once === undefined) for (const { counter, parts } of adds) this.#tallies[counter].add(parts, times);
      else
        this.#addOnce(
          ['exposure', once, experiment, String(phase), variation],
          id === null ? SESSION_RETENTION : CONSENTED_RETENTION,
          adds,
        );
    }
  }

  /**
   * @param what visitor, as a keyed hash, and event
   * @param milliseconds deduplication time
   */
  #addOnce(what: readonly string[], milliseconds: number, adds: CountedOnce['adds']): void {
    if (!this.#hasPlace()) return;
    const token = hash('sha256', what.join('\0'), 'base64url');
    this.#once.set(token, { token, expiresAt: Date.now() + milliseconds, adds });
  }

  /** Counts visits beyond the limit of their network. */
  surplus(visits: readonly SurplusVisit[], now: number): void {
    this.surplusVisits += 1;
    const day = getDay(now);
    for (const { experiment, phase } of visits) this.#tallies.surplus.add([experiment, String(phase), day]);
    this.#schedule(FLUSH_INTERVAL_MS);
  }

  /** Call when a visitor of a network with many was counted. */
  saveNetworks(): void {
    this.#networksTimer ??= setTimeout(() => {
      this.#takeNetworks();
      void this.flush();
    }, NETWORKS_INTERVAL_MS).unref();
  }

  #takeNetworks(): void {
    if (this.#networksTimer !== null) clearTimeout(this.#networksTimer);
    this.#networksTimer = null;
    for (const { parts, count } of this.#networks?.takeUnsaved() ?? []) this.#tallies.networks.add(parts, count);
  }

  #countShared(): void {
    for (const [exposures, times] of this.#shared) this.#count(exposures, times);
    this.#shared.clear();
  }

  convert({ event, at, id, visitor, isStored, assignments }: Conversion): void {
    for (const { experiment, phase, variation } of assignments) {
      const parts = [experiment, String(phase), variation, event, getHour(at)];
      if (visitor === undefined) this.#tallies.conversions.add(parts);
      else
        this.#addOnce(
          ['conversion', visitor, event, experiment, String(phase)],
          id === null ? SESSION_RETENTION : CONSENTED_RETENTION,
          [{ counter: 'conversions', parts }],
        );
    }
    if (id !== null && this.#hasPlace())
      this.#conversions.push({
        isStored,
        row: { id: randomUUID(), anonymous_id: id, event, at: toTimestamp(at) },
      });
    this.#schedule(FLUSH_INTERVAL_MS);
  }

  /** Counts a paint of these variations once a day per visitor; see `paintStep`. */
  painted(
    step: number,
    variations: readonly AttributedVariation[],
    of: { readonly visitor: string; readonly document: string },
  ): void {
    const day = toTimestamp(Date.now()).slice(0, 10);
    const adds = variations.map(({ experiment, phase, variation }) => {
      return { counter: 'paints' as const, parts: [experiment, String(phase), variation, String(step)] };
    });
    this.#addOnce(['paint', of.visitor, of.document, day], DAILY_RETENTION, adds);
    this.#schedule(FLUSH_INTERVAL_MS);
  }

  /** Erases all rows under an id, including pending ones, and again a moment later those that were pending in other processes. */
  erase(id: string): void {
    this.#forget(id);
    clearTimeout(this.#again.get(id));
    const again = setTimeout(() => {
      this.#again.delete(id);
      this.#forget(id);
    }, ERASE_AGAIN_AFTER_MS);
    this.#again.set(id, again.unref());
  }

  #forget(id: string): void {
    this.#exposures = this.#exposures.filter((row) => row.anonymous_id !== id);
    this.#conversions = this.#conversions.filter(({ row }) => row.anonymous_id !== id);
    this.#erased.push(id);
    this.#schedule(FLUSH_INTERVAL_MS);
  }

  /** Writes all pending rows before the database is closed, with retries for `timeoutMs`. */
  async close(timeoutMs = 5_000): Promise<void> {
    for (const [id, timer] of this.#again) {
      clearTimeout(timer);
      this.#forget(id);
    }
    this.#again.clear();
    this.#takeNetworks();
    const until = performance.now() + timeoutMs;
    while (this.waiting > 0) {
      if (await this.flush()) continue;
      if (performance.now() > until) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.waiting > 0)
      this.#log.warn({ waiting: this.waiting }, 'Exposures were lost: the database did not accept them.');
  }

  /** Writes pending rows in batches; false when the database is unavailable. Never rejects. */
  flush(): Promise<boolean> {
    this.#writing = this.#writing.then(() => this.#flush());
    return this.#writing;
  }

  async #flush(): Promise<boolean> {
    while (this.waiting > 0) {
      this.#countShared();
      const batch = {
        erased: this.#erased.slice(0, BATCH),
        exposures: this.#exposures.slice(0, BATCH),
        conversions: this.#conversions.slice(0, BATCH),
        tallies: this.#tallies,
        once: [...this.#once.values()],
      };
      // Counts during the write belong to the next batch.
      this.#tallies = createTallies();
      this.#once = new Map();
      try {
        await this.#write(batch);
      } catch (error) {
        joinTallies(this.#tallies, batch.tallies);
        for (const each of batch.once) this.#once.set(each.token, each);
        this.#failed(error);
        return false;
      }
      const done = new Set<unknown>([...batch.exposures, ...batch.conversions]);
      this.#exposures = this.#exposures.filter((row) => !done.has(row));
      this.#conversions = this.#conversions.filter((conversion) => !done.has(conversion));
      this.#erased = this.#erased.slice(batch.erased.length);
      this.#failing = false;
    }
    return true;
  }

  async #write(
    batch: WaitingRows & { readonly tallies: Tallies; readonly once: readonly CountedOnce[] },
  ): Promise<void> {
    const whose = [
      ...batch.erased,
      ...batch.exposures.map((row) => row.anonymous_id),
      ...batch.conversions.map(({ row }) => row.anonymous_id),
    ];
    // An erasure survives a power failure.
    const db = batch.erased.length > 0 ? this.#database.db : this.#database.counters;
    await withTransaction({ db }, async (tx) => {
      if (whose.length > 0)
        await changeAgreed(
          tx,
          () => whose,
          () => writeRows(tx, batch),
        );
      const tallies = createTallies();
      joinTallies(tallies, batch.tallies);
      await addOnce(tx, batch.once, tallies);
      await writeCounts(tx, tallies);
    });
  }

  #hasPlace(): boolean {
    if (this.#exposures.length + this.#conversions.length + this.#once.size < MAX_WAITING) return true;
    this.dropped += 1;
    return false;
  }

  #failed(error: unknown): void {
    this.#schedule(RETRY_INTERVAL_MS);
    if (this.#failing) return;
    this.#failing = true;
    this.#log.warn({ err: error }, 'Exposures cannot be written; they are buffered until the database is available.');
  }

  #schedule(delay: number): void {
    if (this.#timer !== null || this.waiting === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.flush();
    }, delay);
    this.#timer.unref();
  }
}

/** Counter increments of an exposure. */
function listIncrements({ experiment, phase, variation, at, attributes }: Exposure): CountedOnce['adds'] {
  const { locale, device, shown } = attributes;
  const parts = [experiment, String(phase), variation];
  const exposed = { counter: 'exposures', parts: [...parts, locale, device, getHour(at)] } as const;
  return shown === 'page' ? [exposed, { counter: 'pages', parts }] : [exposed];
}

const getHour = createPeriodReader(HOUR);
const getDay = createPeriodReader(DAY);

/** Gives the start of the period with a time. Cached, because nearly all exposures are of one period. */
function createPeriodReader(milliseconds: number): (at: number) => string {
  let last = { from: 0, text: toTimestamp(0) };
  return (at) => {
    const from = at - (at % milliseconds);
    if (from !== last.from) last = { from, text: toTimestamp(from) };
    return last.text;
  };
}

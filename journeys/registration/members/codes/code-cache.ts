import { LRUCache } from 'lru-cache';
import type { Db } from '#server/platform/database/open-database.ts';
import type { PubSub } from '#server/platform/events/pub-sub.ts';
import type { Clock } from '#server/platform/ports.ts';
import { retryRead } from '#server/platform/database/retry-read.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

/** A code joined with its inviter. */
export type CodeRow = NonNullable<Awaited<ReturnType<typeof findCode>>>;

export const codeCacheLimits = {
  /** Maximum cached codes. */
  codes: 10_000,
  /** Milliseconds for which a valid code is cached. */
  fresh: 2_000,
  /** Milliseconds for which it is used during a database outage, for greeting only. */
  outage: 10 * 60_000,
  /** Database timeout in milliseconds while a cached code exists, in addition to network latency. */
  timeoutMs: 100,
} as const;

/** Topic published when a code becomes invalid. */
const CHANGED = 'codes';

interface Known {
  readonly row: CodeRow;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Value of the change counter when it was read. */
  readonly changes: number;
}

export interface CodeCacheOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly pubSub: PubSub;
  /** Network latency in milliseconds, see `DatabaseHealth`; default: 0. */
  readonly distance?: () => number;
}

/**
 * Cache of codes for popular invitations. Only rows of valid codes are cached; expiry and signature are checked each time. Invalid codes
 * are not cached, so that a freed place is seen immediately; taking the last place is published to all processes. Not used for registering.
 */
export class CodeCache {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #pubSub: PubSub;
  readonly #distance: () => number;
  readonly #known = new LRUCache<string, Known>({ max: codeCacheLimits.codes });
  readonly #asked = new Map<string, Promise<CodeRow | undefined>>();
  #listens = false;
  /** Counter of codes that became invalid, which invalidates earlier reads. */
  #changes = 0;

  constructor({ db, clock, pubSub, distance = () => 0 }: CodeCacheOptions) {
    this.#distance = distance;
    this.#db = db;
    this.#clock = clock;
    this.#pubSub = pubSub;
  }

  /** A code that was valid within the last two seconds; without a query. */
  fresh(code: string): CodeRow | undefined {
    const known = this.#known.get(code);
    return known !== undefined && this.#isFresh(known) ? known.row : undefined;
  }

  /** `undefined` for an unknown code. Rejects when the database is unavailable and the code is not cached. */
  async find(code: string): Promise<CodeRow | undefined> {
    const known = this.#known.get(code);
    if (known === undefined || this.#age(known) >= codeCacheLimits.outage) return this.#ask(code);
    if (this.#isFresh(known)) return known.row;
    return withTimeout(codeCacheLimits.timeoutMs + this.#distance(), 'A code', this.#ask(code)).catch(() => known.row);
  }

  /** Call after a commit that took the last place. */
  async changed(): Promise<void> {
    this.#changes += 1;
    await this.#pubSub.publish(CHANGED);
  }

  /** Shares one query between concurrent callers. */
  #ask(code: string): Promise<CodeRow | undefined> {
    const asked = this.#asked.get(code) ?? this.#read(code).finally(() => this.#asked.delete(code));
    this.#asked.set(code, asked);
    return asked;
  }

  async #read(code: string): Promise<CodeRow | undefined> {
    if (!this.#listens) {
      this.#listens = true;
      this.#pubSub.subscribe(CHANGED, () => (this.#changes += 1));
    }
    const [since, changes] = [this.#clock.now(), this.#changes];
    const row = await retryRead(() => findCode(this.#db, code));
    if (row === undefined || !isUsable(row)) this.#known.delete(code);
    else this.#known.set(code, { row, since, changes });
    return row;
  }

  #isFresh(known: Known): boolean {
    return known.changes === this.#changes && this.#age(known) < codeCacheLimits.fresh;
  }

  /** Entries do not become younger when the clock is set back. */
  #age({ since }: Known): number {
    const age = this.#clock.now() - since;
    return age < 0 ? Number.POSITIVE_INFINITY : age;
  }
}

const isUsable = ({ state, inviter_state, free }: CodeRow): boolean =>
  state === 'active' && inviter_state === 'active' && free > 0;

/** @param code canonical */
export const findCode = (db: Db, code: string) =>
  db
    .selectFrom('registration_codes as codes')
    .innerJoin('inviters', 'inviters.id', 'codes.inviter_id')
    .select([
      'codes.code',
      'codes.kind',
      'codes.state',
      'codes.landing',
      'codes.referrer_ban',
      'codes.expires_at',
      'codes.inviter_id',
      'inviters.state as inviter_state',
      'inviters.first_name',
      'inviters.free',
      'inviters.pending',
    ])
    .where('codes.code', '=', code)
    .executeTakeFirst();

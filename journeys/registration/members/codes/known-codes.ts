import { LRUCache } from 'lru-cache';
import type { Db } from '#server/platform/database/open-database.ts';
import type { PubSub } from '#server/platform/events/pub-sub.ts';
import type { Clock } from '#server/platform/ports.ts';
import { retryRead } from '#server/platform/database/retry-read.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

/** A code and its inviter, as they are in the database. */
export type CodeRow = NonNullable<Awaited<ReturnType<typeof findCode>>>;

export const knownCodeLimits = {
  /** Codes in memory. */
  codes: 10_000,
  /** Milliseconds for which a code that could be used a moment ago is not asked for again. */
  fresh: 2_000,
  /** Milliseconds for which it still greets while the database does not answer; nobody can register then anyway. */
  outage: 10 * 60_000,
  /** Milliseconds that the database is waited for while there is something to greet with, beyond what its distance costs. */
  timeoutMs: 100,
} as const;

/** Heard by all processes when a code stopped being usable. */
const CHANGED = 'codes';

interface Known {
  readonly row: CodeRow;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** How often codes had changed when it was asked for. */
  readonly changes: number;
}

export interface KnownCodesOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly pubSub: PubSub;
  /** Milliseconds, see `DatabaseHealth`; none when left out. */
  readonly distance?: () => number;
}

/**
 * The codes that are opened now: an invitation is asked for by many at once. Only what can be used is remembered, and only what is
 * stored of it: dates and signatures are judged anew each time. Whatever is refused is asked for each time, so that a place that
 * became free is seen at once; that the last one went is announced to all processes. Registering never relies on this.
 */
export class KnownCodes {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #pubSub: PubSub;
  readonly #distance: () => number;
  readonly #known = new LRUCache<string, Known>({ max: knownCodeLimits.codes });
  readonly #asked = new Map<string, Promise<CodeRow | undefined>>();
  #listens = false;
  /** How often a code stopped being usable: what was asked for before is not fresh any more. */
  #changes = 0;

  constructor({ db, clock, pubSub, distance = () => 0 }: KnownCodesOptions) {
    this.#distance = distance;
    this.#db = db;
    this.#clock = clock;
    this.#pubSub = pubSub;
  }

  /** A code that was usable within the last two seconds; asks nobody. */
  fresh(code: string): CodeRow | undefined {
    const known = this.#known.get(code);
    return known !== undefined && this.#isFresh(known) ? known.row : undefined;
  }

  /** `undefined` for a code that does not exist. Rejects when the database does not say and the code was not usable lately. */
  async find(code: string): Promise<CodeRow | undefined> {
    const known = this.#known.get(code);
    if (known === undefined || this.#age(known) >= knownCodeLimits.outage) return this.#ask(code);
    if (this.#isFresh(known)) return known.row;
    return withTimeout(knownCodeLimits.timeoutMs + this.#distance(), 'A code', this.#ask(code)).catch(() => known.row);
  }

  /** To be called after a commit that took the last place. */
  async changed(): Promise<void> {
    this.#changes += 1;
    await this.#pubSub.announce(CHANGED);
  }

  /** Many who ask at once share one question. */
  #ask(code: string): Promise<CodeRow | undefined> {
    const asked = this.#asked.get(code) ?? this.#read(code).finally(() => this.#asked.delete(code));
    this.#asked.set(code, asked);
    return asked;
  }

  async #read(code: string): Promise<CodeRow | undefined> {
    if (!this.#listens) {
      this.#listens = true;
      this.#pubSub.listen(CHANGED, () => (this.#changes += 1));
    }
    const [since, changes] = [this.#clock.now(), this.#changes];
    const row = await retryRead(() => findCode(this.#db, code));
    if (row === undefined || !isUsable(row)) this.#known.delete(code);
    else this.#known.set(code, { row, since, changes });
    return row;
  }

  #isFresh(known: Known): boolean {
    return known.changes === this.#changes && this.#age(known) < knownCodeLimits.fresh;
  }

  /** A clock that was set back makes nothing younger. */
  #age({ since }: Known): number {
    const age = this.#clock.now() - since;
    return age < 0 ? Number.POSITIVE_INFINITY : age;
  }
}

const isUsable = ({ state, inviter_state, free }: CodeRow): boolean =>
  state === 'active' && inviter_state === 'active' && free > 0;

/** @param code In canonical form. */
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

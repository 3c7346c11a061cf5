import type { Database, Db } from '#server/platform/database/open-database.ts';
import type { PubSub } from '#server/platform/events/pub-sub.ts';
import type { NetworkLimits } from '#server/platform/limits/network-limits.ts';
import type { Durations } from '#server/platform/observability/durations.ts';
import type { Clock, Log, Random } from '#server/platform/ports.ts';
import type { Secrets } from '#server/platform/tokens/secrets.ts';

/** What every module may touch; a module that needs more adds it in its own `ports.ts`. */
export interface PlatformPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly limits: NetworkLimits;
  readonly pubSub: PubSub;
  /** Gets how long each use case took. */
  readonly useCaseTimes?: Durations;
  /** Domain of the sender of mails, which ends the id of each (RFC 5322, 3.6.4). */
  readonly mailDomain: string;
  /** Called when a mail waits in the outbox, as soon as the transaction of its cause has ended. */
  readonly mailWritten?: () => void;
  /** Called when a use case has done its work, when it waits before it answers (`withMinimumResponseTime`). */
  readonly workEnded?: () => void;
}

export interface AuditEntry {
  /** An admin's id, `command-line`, `visitor` or `system`. */
  readonly actor: string;
  readonly action: string;
  /** Id of what it was done to, where that is not a person. */
  readonly subject?: string;
  /** Id of whom it is about, as other tables know the person: nobody knows any more once the person is erased. */
  readonly person?: string;
  /** What was there before the deed, and after it. May name the person of the entry, and nobody else. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Notes who did what; give the transaction of the deed as `db`, so that one is never there without the other. */
export type Audit = (db: Db, entry: AuditEntry) => Promise<void>;

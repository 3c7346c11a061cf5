import type { Database, Db } from '#server/platform/database/open-database.ts';
import type { Announcements } from '#server/platform/events/announcements.ts';
import type { NetworkLimits } from '#server/platform/limits/network-limits.ts';
import type { Durations } from '#server/platform/observe/durations.ts';
import type { Clock, Log, Random } from '#server/platform/ports.ts';
import type { Secrets } from '#server/platform/tokens/secrets.ts';

/** What every wing may touch; a wing that needs more adds it in its own `ports.ts`. */
export interface PlatformPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly limits: NetworkLimits;
  readonly announcements: Announcements;
  /** Told how long each use case took; nobody is when left out. */
  readonly useCaseTimes?: Durations;
  /** Told that a mail waits in the outbox, as soon as the transaction of its cause has ended. */
  readonly mailWritten?: () => void;
}

export interface AuditEntry {
  /** An admin's id, `member:<id>` or `system`. */
  readonly actor: string;
  readonly action: string;
  readonly subject?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Notes who did what; give the transaction of the deed as `db`, so that one is never there without the other. */
export type Audit = (db: Db, entry: AuditEntry) => Promise<void>;

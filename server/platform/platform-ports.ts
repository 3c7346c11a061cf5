import type { Database, Db } from '#server/platform/database/open-database.ts';
import type { PubSub } from '#server/platform/events/pub-sub.ts';
import type { NetworkLimits } from '#server/platform/limits/network-limits.ts';
import type { Durations } from '#server/platform/observability/durations.ts';
import type { Clock, Log, Random } from '#server/platform/ports.ts';
import type { Secrets } from '#server/platform/tokens/secrets.ts';

/** Ports of all modules; a module extends them in its own `ports.ts`. */
export interface PlatformPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly limits: NetworkLimits;
  readonly pubSub: PubSub;
  /** Records the duration of use cases. */
  readonly useCaseTimes?: Durations;
  /** Domain of the mail sender, part of message ids (RFC 5322, 3.6.4). */
  readonly mailDomain: string;
  /** Called after the commit of a transaction that enqueued a mail. */
  readonly mailWritten?: () => void;
  /** Called when the work of a use case is done but its response is delayed (`withMinimumResponseTime`). */
  readonly workEnded?: () => void;
}

export interface AuditEntry {
  /** Id of an admin, `command-line`, `visitor` or `system`. */
  readonly actor: string;
  readonly action: string;
  /** Id of the affected object, if it is not a person. */
  readonly subject?: string;
  /** Id of the affected person; without a meaning after erasure. */
  readonly person?: string;
  /** State before and after the action. May contain personal data of this person only. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Records an action; pass its transaction as `db`, so that both exist or neither. */
export type Audit = (db: Db, entry: AuditEntry) => Promise<void>;

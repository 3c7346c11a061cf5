import type { Logger } from 'pino';
import { follow } from '#server/platform/database/follow.ts';
import type { Database, Db } from '#server/platform/database/open-database.ts';
import { currentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import type { Audit } from '#server/platform/platform-ports.ts';
import type { Clock } from '#server/platform/ports.ts';

export interface SwitchPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly audit: Audit;
}

export interface SwitchRequest {
  /** Key of the experiment. */
  readonly experiment: string;
  readonly stops: boolean;
  /** As in the audit log. */
  readonly actor: string;
}

/**
 * The kill switch: stops an experiment on every process, or resumes it. While it is stopped, visitors are assigned no variation and are not
 * counted, as if it were paused; assignments are retained, so that it resumes as it was.
 *
 * @returns whether anything is different now
 */
export async function setExperimentRunning(
  { database, clock, audit }: SwitchPorts,
  { experiment, stops, actor }: SwitchRequest,
): Promise<boolean> {
  return withTransaction(database, async (tx) => {
    const rows = stops
      ? await tx
          .insertInto('experiment_stops')
          .values({ experiment, stopped_at: currentTimestamp(clock), stopped_by: actor })
          .onConflict((conflict) => conflict.column('experiment').doNothing())
          .returning('experiment')
          .execute()
      : await tx.deleteFrom('experiment_stops').where('experiment', '=', experiment).returning('experiment').execute();
    if (rows.length === 0) return false;
    await audit(tx, { actor, action: stops ? 'experiment.stop' : 'experiment.start', subject: experiment });
    return true;
  });
}

/** Keys of the experiments that are stopped. */
export async function readStopped(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('experiment_stops').select('experiment').execute();
  return new Set(rows.map(({ experiment }) => experiment));
}

/**
 * Follows which experiments are stopped, now and whenever that changes. In an outage what was known last holds.
 *
 * @returns once the first look was taken, how to end it
 */
export function followStopped(
  { db }: Database,
  log: Pick<Logger, 'warn' | 'info'>,
  onChange: (stopped: ReadonlySet<string>) => void,
): Promise<() => Promise<void>> {
  return follow({
    look: () => readStopped(db),
    getName: (stopped) => [...stopped].toSorted().join(' '),
    known: '',
    onChange(stopped) {
      log.info({ stopped: [...stopped] }, 'Experiments that are stopped');
      onChange(stopped);
    },
    onFailure: (error) => log.warn({ err: error }, 'Nobody knows which experiments are stopped: what was known holds.'),
  });
}

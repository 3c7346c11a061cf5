import type { Logger } from 'pino';
import { follow } from '#server/platform/database/follow.ts';
import type { Database, Db } from '#server/platform/database/open-database.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
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
  /** Actor of the audit log. */
  readonly actor: string;
}

/**
 * The kill switch: stops or resumes an experiment on all processes. While stopped, visitors get no variation and are not counted, as if it were paused;
 * assignments are retained.
 *
 * @returns whether the state changed
 */
export async function setExperimentRunning(
  { database, clock, audit }: SwitchPorts,
  { experiment, stops, actor }: SwitchRequest,
): Promise<boolean> {
  return withTransaction(database, async (tx) => {
    const rows = stops
      ? await tx
          .insertInto('experiment_stops')
          .values({ experiment, stopped_at: getCurrentTimestamp(clock), stopped_by: actor })
          .onConflict((conflict) => conflict.column('experiment').doNothing())
          .returning('experiment')
          .execute()
      : await tx.deleteFrom('experiment_stops').where('experiment', '=', experiment).returning('experiment').execute();
    if (rows.length === 0) return false;
    await audit(tx, { actor, action: stops ? 'experiment.stop' : 'experiment.start', subject: experiment });
    return true;
  });
}

/** Keys of stopped experiments. */
export async function readStopped(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('experiment_stops').select('experiment').execute();
  return new Set(rows.map(({ experiment }) => experiment));
}

/**
 * Observes the stopped experiments. During an outage the last known state stays in effect.
 *
 * @returns how to stop observing, once the first state was read
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
    onFailure: (error) =>
      log.warn({ err: error }, 'Reading stopped experiments failed; the last known list stays in use. Retrying.'),
  });
}

import type { Backend } from './backend.ts';
import { watchClock } from '#server/platform/database/clock-jump.ts';
import { assertNoClockSkew } from '#server/platform/database/clock-skew.ts';

interface RoundLog {
  warn(fields: object, sentence: string): unknown;
  error(fields: object, sentence: string): unknown;
}

/**
 * One run of maintenance per call. It deletes rows by time, so it skips runs while the clock is in doubt: one run after the clock was set
 * by more than a minute (waking from sleep looks the same), and all runs while it disagrees with PostgreSQL's.
 *
 * @param jumped milliseconds by which the clock was set since the last call; see `watchClock`
 */
export function createMaintenance(
  { ports, runMaintenance }: Pick<Backend, 'ports' | 'runMaintenance'>,
  log: RoundLog,
  jumped: () => number = watchClock(ports.clock),
): () => Promise<void> {
  return async () => {
    const jump = jumped();
    if (jump !== 0) {
      log.error({ seconds: Math.round(jump / 1_000) }, sentence(jump));
      return;
    }
    try {
      await assertNoClockSkew(ports.database, ports.clock);
      const { failed, repaired } = await runMaintenance();
      for (const { table, reason } of failed)
        log.warn({ table, reason }, 'Deleting expired rows failed. Retrying later.');
      if (repaired > 0)
        log.warn(
          { repaired },
          'Sums of experiments differed from their rows and were put right. It is to be expected once while releases before this one still run.',
        );
    } catch (error) {
      log.warn({ err: error }, 'Housekeeping failed. Retrying later.');
    }
  };
}

function sentence(jump: number): string {
  const way = jump > 0 ? 'forward' : 'back';
  return `The clock of this machine was set ${way} by ${Math.abs(Math.round(jump / 1_000))} s. Nothing is deleted in this run of the maintenance; look whether the clock is right before the next one.`;
}

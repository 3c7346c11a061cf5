import { stat } from 'node:fs/promises';
import { UserError } from '#engine/shared/errors.ts';
import type { Clock } from '#server/platform/ports.ts';

/** Adjustments below this count as normal; NTP slews, or steps by less. */
export const CLOCK_JUMP_MS = 60_000;

/**
 * Compares a clock with a monotonic one.
 *
 * @param steady monotonic time in milliseconds
 * @returns a function that returns by how many milliseconds the clock was set since its last call, forward above 0; 0 below `CLOCK_JUMP_MS`
 */
export function watchClock(clock: Clock, steady: () => number = () => performance.now()): () => number {
  let [wall, pace] = [clock.now(), steady()];
  return () => {
    const [before, paceBefore] = [wall, pace];
    [wall, pace] = [clock.now(), steady()];
    const jump = Math.round(wall - before - (pace - paceBefore));
    return Math.abs(jump) > CLOCK_JUMP_MS ? jump : 0;
  };
}

/**
 * A database that was last written in the future means that the clock was set back, or starts at 1970 without a battery: expired links would be valid
 * again.
 *
 * @throws UserError when the clock is more than a minute behind the last write
 */
export async function assertClockNotBehind(file: string, clock: Clock): Promise<void> {
  const written = await Promise.all([file, `${file}-wal`].map(lastWritten));
  const behind = Math.round((Math.max(...written) - clock.now()) / 1_000);
  if (behind * 1_000 <= CLOCK_JUMP_MS) return;
  throw new UserError(
    `The clock of this machine is ${behind} s behind the last write to "${file}". Set the clock right; if it is right now, accept the present time with "touch" on that file and those beside it.`,
  );
}

/** 0 without a file. */
async function lastWritten(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

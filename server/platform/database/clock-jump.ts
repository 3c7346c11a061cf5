import { stat } from 'node:fs/promises';
import { UserError } from '#engine/shared/errors.ts';
import type { Clock } from '#server/platform/ports.ts';

/** Milliseconds by which a clock is set right without anybody noticing; NTP slews, and steps by less. */
export const CLOCK_JUMP_MS = 60_000;

/**
 * Compares the clock with one that only ever runs forward at the same pace.
 *
 * @param steady Milliseconds since any moment, never set by anybody
 * @returns a function that says by how many milliseconds the clock was set since the last call, forward above 0; 0 where it was
 *   not, or by less than `CLOCK_JUMP_MS`
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
 * An embedded database that was last written in the future means a clock that was set back, or one that starts at 1970 without
 * its battery: every link would be valid again, and rows would be newer than the present.
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

/** 0 where there is no such file. */
async function lastWritten(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

import { fork } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { UserError } from '#engine/shared/errors.ts';
import { root } from '#server/platform/paths.ts';

/** A part of a command that runs in its own process. */
export interface BuildTask {
  /** Rejects with a `UserError` on failure, after its output was printed. */
  readonly done: Promise<void>;
  /** Stops it, and resolves when it has stopped writing files. */
  stop(): Promise<void>;
}

/**
 * Runs a file of this project in a child process, which ends with this one. Its output is printed at its end, so that lines do not mix, and
 * not when it was stopped.
 *
 * @param failure what cannot continue without it
 */
export function startTask(file: string, args: readonly string[], failure: string): BuildTask {
  const child = fork(join(root, file), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const said = Promise.all([child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream))));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  let stopped = false;
  const finish = async (): Promise<void> => {
    const code = await ended;
    for (const words of stopped ? [] : await said) process.stderr.write(words);
    if (stopped || code !== 0) throw new UserError(failure);
  };
  const done = finish();
  return {
    done,
    async stop() {
      stopped = true;
      child.kill();
      await done.catch(() => undefined);
    },
  };
}

/** Ends this process when its parent is gone. */
export function endWithParent(): void {
  if (process.channel === undefined) return;
  process.once('disconnect', () => process.exit(1));
  // The listener alone must not keep the process alive.
  process.channel.unref();
}

import { fork } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { UserError } from '#engine/shared/errors.ts';
import { root } from '#server/platform/paths.ts';

/** A part of a command that runs beside it, on a core of its own. */
export interface BuildTask {
  /** Rejects with a `UserError` when the part fails, after what it wrote is written. */
  readonly done: Promise<void>;
  /** Ends it, and resolves when it writes nobody's files any more. */
  stop(): Promise<void>;
}

/**
 * Starts a file of this project with arguments, in a process that ends with this one. What it says comes at its end, so that it stands
 * in nobody else's lines, and not at all when it was stopped.
 *
 * @param failure What cannot go on without it
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

/** Lets a part end when the process that started it is gone, however that ended. */
export function endWithParent(): void {
  if (process.channel === undefined) return;
  process.once('disconnect', () => process.exit(1));
  // Only the listener would keep it alive.
  process.channel.unref();
}

import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface MeasuredServer {
  readonly name: string;
  readonly port: number;
  /** Microseconds of processor time used so far. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

const canPin = spawnSync('taskset', ['--version']).status === 0;

/** Options that keep a process on one core, where the system can. */
export function pinned(core: number): { readonly execPath: string; readonly execArgv: string[] } {
  return canPin
    ? { execPath: 'taskset', execArgv: ['-c', String(core), process.execPath] }
    : { execPath: process.execPath, execArgv: [] };
}

/** Starts `parts/<script>` on the first core; it says `{ port }` when it listens and answers `cpu`. */
export async function startMeasured(
  name: string,
  script: string,
  args: readonly string[] = [],
): Promise<MeasuredServer> {
  const child = fork(join(import.meta.dirname, script), [...args], {
    ...pinned(0),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { port } = await answer<{ port: number }>(child);
  return {
    name,
    port,
    async cpu() {
      child.send('cpu');
      return (await answer<{ cpu: number }>(child)).cpu;
    },
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** The next message of a process of the bench. Rejects when it ends instead. */
export async function answer<Message>(child: ChildProcess): Promise<Message> {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`A process of the bench ended with code ${code}.`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message as Message;
  } finally {
    ended.catch(() => undefined);
    settled.abort();
  }
}

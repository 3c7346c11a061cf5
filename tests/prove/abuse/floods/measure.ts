import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { AttackStage, Honest } from '../attack.ts';
import { toAddress } from '../networks.ts';
import { residentMemory } from '../resident-memory.ts';
import { type Flood, Flooder } from './flooder.ts';

/** Ten, as many as the promise names. */
export const FLOODERS = 10;
/** Milliseconds of a flood: longer than anything late may take. */
const DURATION = 15_000;
/** Milliseconds between two looks at the memory. */
const LOOK = 250;

interface Target {
  readonly port: number;
  readonly pid: number;
}

export interface Flooded {
  /** MiB by which the server grew at most. */
  readonly growth: number;
  /** MiB of that which it grew after the first third: memory that a busy process takes once is taken by then. */
  readonly lateGrowth: number;
  /** Seconds that the longest connection of a flooder lasted. */
  readonly longestSeconds: number;
}

export async function measureFlood({ port, pid }: Target, flood: Flood): Promise<Flooded> {
  const before = residentMemory(pid);
  const flooders = Array.from({ length: FLOODERS }, () => new Flooder(port, flood));
  const seen: number[] = [];
  for (const until = performance.now() + DURATION; performance.now() < until;) {
    await pause(LOOK);
    seen.push(residentMemory(pid));
  }
  const third = Math.ceil(seen.length / 3);
  const most = (part: readonly number[]): number => Math.max(before, ...part);
  const longest = Math.max(...flooders.map((flooder) => flooder.longest)) / 1_000;
  for (const flooder of flooders) flooder.stop();
  const lateGrowth = most(seen.slice(third)) - most(seen.slice(0, third));
  return {
    growth: most(seen) - before,
    lateGrowth: Math.max(0, lateGrowth),
    longestSeconds: Math.round(longest * 10) / 10,
  };
}

/** Runs something against the naive control, in a process of its own. */
export async function withNaive<Result>(work: (target: Target) => Promise<Result>): Promise<Result> {
  const child = fork(new URL('naive-server.ts', import.meta.url), { stdio: 'ignore' });
  try {
    const [port]: unknown[] = await once(child, 'message');
    return await work({ port: Number(port), pid: child.pid ?? 0 });
  } finally {
    child.kill('SIGKILL');
  }
}

/** Pages that visitors of many networks open until something is over. */
export async function visitWhile<Result>(
  { client }: AttackStage,
  work: Promise<Result>,
): Promise<{ readonly result: Result; readonly honest: Honest }> {
  const over = new AbortController();
  let [asked, succeeded] = [0, 0];
  const visit = async (): Promise<void> => {
    while (!over.signal.aborted) {
      asked += 1;
      const { status } = await client.send({ path: '/de', from: toAddress(asked) });
      if (status === 200) succeeded += 1;
      await pause(20);
    }
  };
  const visits = Promise.all([visit(), visit()]);
  const result = await work.finally(() => over.abort());
  await visits;
  return { result, honest: { asked, succeeded } };
}

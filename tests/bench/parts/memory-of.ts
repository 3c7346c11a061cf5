import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Microseconds of one tick of the system's clock, in which processor time is counted. */
const TICK = 10_000;

/** Waits until ten seconds pass in which the process does next to nothing: V8 gives memory back after eight that were quiet. */
export async function atRest(pid: number): Promise<void> {
  for (let before = -Infinity; ; await sleep(10_000)) {
    const now = processorTime(pid);
    if (now - before < 25 * TICK) return;
    before = now;
  }
}

/** Megabytes of a process that no file backs. */
export function anonymous(pid: number): number {
  const [, kilobytes = ''] = /RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

/** Microseconds (proc(5): the 14th and the 15th field of `stat`, of which the 2nd may hold blanks). */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}

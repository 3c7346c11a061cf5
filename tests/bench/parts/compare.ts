import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Burst, BurstResult } from './load.ts';
import { idle } from './warm-up.ts';
import { answer, pinned, type MeasuredServer } from './server-process.ts';

export interface Contender {
  readonly name: string;
  readonly server: MeasuredServer;
  /** Whole requests, used in turn. */
  readonly requests: readonly string[];
  /** Of every answer; 200 when left out. */
  readonly status?: number;
}

export interface Row {
  readonly name: string;
  /** Median of the rounds. */
  readonly requestsPerSecond: number;
  /** Microseconds of the server's processor time; median of the rounds. */
  readonly cpuPerRequest: number;
  readonly bytesPerAnswer: number;
}

export interface Rounds {
  readonly rounds: number;
  readonly duration: number;
  readonly connections: number;
}

/** Loads the contenders in turn, round by round, so that whatever else the machine does meets all of them alike. */
export async function compare(
  contenders: readonly Contender[],
  { rounds, duration, connections }: Rounds,
): Promise<readonly Row[]> {
  const load = fork(join(import.meta.dirname, 'load.ts'), {
    ...pinned(1),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(load, 'message');
  const samples = new Map<Contender, { rate: number; cpu: number; bytes: number }[]>(
    contenders.map((each) => [each, []]),
  );
  for (const { server, requests, status = 200 } of contenders)
    await settle(server, () => burst(load, { port: server.port, requests, connections, duration, status }));
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of contenders) {
      const { server, requests, status = 200 } = contender;
      const before = await server.cpu();
      const job = { port: server.port, requests, connections, duration, status };
      const { answers, seconds, bytes } = await burst(load, job);
      const cpu = (await server.cpu()) - before;
      samples.get(contender)?.push({ rate: answers / seconds, cpu: cpu / answers, bytes: bytes / answers });
    }
  }
  load.disconnect();
  return contenders.map((contender) => {
    const taken = samples.get(contender) ?? [];
    return {
      name: contender.name,
      requestsPerSecond: median(taken.map(({ rate }) => rate)),
      cpuPerRequest: median(taken.map(({ cpu }) => cpu)),
      bytesPerAnswer: median(taken.map(({ bytes }) => bytes)),
    };
  });
}

/** Bursts at most, before the rounds. */
const MAX_WARM_UPS = 20;

/**
 * Loads a server until two bursts in succession cost as much as the one before: it has then compiled and compressed whatever these requests
 * ask for, which differs by country, and has nothing to do behind them.
 */
async function settle(server: MeasuredServer, load: () => Promise<BurstResult>): Promise<void> {
  for (let [bursts, equal, last] = [0, 0, Infinity]; bursts < MAX_WARM_UPS && equal < 2; bursts += 1) {
    const before = await server.cpu();
    const { answers } = await load();
    const cost = ((await server.cpu()) - before) / answers;
    equal = cost > last * 0.85 ? equal + 1 : 0;
    last = cost;
    await idle(server);
  }
}

async function burst(load: ChildProcess, job: Burst): Promise<BurstResult> {
  load.send(job);
  return answer<BurstResult>(load);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const BROWSER: Readonly<Record<string, string>> = {
  Host: 'localhost',
  Accept: 'text/html',
  'Accept-Language': 'en',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'User-Agent': 'bench',
};

/**
 * A request head as a browser would send it, reduced to what servers look at.
 *
 * @param more Headers beside or instead of the usual ones.
 */
export function requestHead(path: string, cookie: string, more: Readonly<Record<string, string>> = {}): string {
  return head(`GET ${path}`, { ...BROWSER, ...more, ...(cookie !== '' && { Cookie: cookie }) });
}

/** A form as a browser without a script sends it. */
export function formRequest(
  path: string,
  fields: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): string {
  const body = new URLSearchParams(fields).toString();
  const headers = {
    ...BROWSER,
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(Buffer.byteLength(body)),
    ...more,
  };
  return head(`POST ${path}`, headers) + body;
}

function head(line: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${line} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

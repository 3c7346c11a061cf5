import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request as startRequest } from 'node:http';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';
import { percentile } from '../parts/percentile.ts';
import { setStage } from '../parts/stage.ts';
import type { Proof, ProofContext, ProofResult } from '../proof.ts';
import { floods, type Flood, noPlace } from './floods.ts';

export const flood: Proof = {
  summary:
    'One address sends 1,000 small requests a second, or 20 MB/s of large ones, of every kind, while visitors of other addresses walk: none is refused, and their p99 is at most twice that beside the same sender who asks for what is not there; medians of rounds that take turns. "--runs" is the seconds of each flood.',
  runs: 30,
  missing: () =>
    availableParallelism() < 2 || spawnSync('taskset', ['-V']).status !== 0
      ? 'it takes "taskset" and two processors, one of them for the sender.'
      : null,
  run,
};

/** Visitors who walk at a time, each with an address of their own. */
const VISITORS = 8;
/** Milliseconds between two requests of a visitor. */
const THINKS = 50;

/** Seconds of a round of a flood, and of one of its control: what else the machine does meets both, and few rounds each. */
const SLICE = 3;

interface Walked {
  readonly times: readonly number[];
  readonly refused: readonly number[];
}

interface Flooded extends Walked {
  readonly p99: number;
  readonly sent: number;
  /** Milliseconds of the server's processor. */
  readonly used: number;
}

async function run({ runs: seconds, progress }: ProofContext): Promise<ProofResult> {
  const stage = await setStage('sqlite');
  await stage.addCode('FLOODED');
  const env = {
    ...stage.environment,
    TRUSTED_PROXIES: '',
    VITRINE_MODE: 'production',
    LOG_LEVEL: 'error',
    RATE_LIMIT_DYNAMIC_REQUESTS: '',
    // What the server does of its own accord meets a round by chance.
    PRECOMPILE_PAGES: 'none',
    PAGE_COMPRESSION: 'quick',
  };
  const command = ['-c', '1', process.execPath, 'commands/serve.ts'];
  const server = await startServer({ program: 'taskset', command, env });
  const port = Number(new URL(server.origin).port);
  const found: [string, string][] = [];
  const broken: string[] = [];
  try {
    await walkWhile(port, new Promise((resolve) => setTimeout(resolve, 3_000)));
    // Code and pages are compiled when they are first asked for.
    for (const kind of floods) await beside(server, kind, 1);
    for (const [index, kind] of floods.entries()) {
      const { controls, products } = await inTurns(server, kind, Math.ceil(seconds / SLICE));
      const [before, after] = [medianP99(controls), medianP99(products)];
      const refused = products.flatMap((round) => round.refused);
      found.push([
        kind.name,
        `p99 ${before.toFixed(1)} → ${after.toFixed(1)} ms, × ${(after / before).toFixed(2)}; ${each(controls)} → ${each(products)} µs of the processor for each of ${sentIn(products)}; ${refused.length} refused`,
      ]);
      if (after > 2 * before)
        broken.push(`${kind.name}: p99 of visitors is ${after.toFixed(1)} ms, beside ${before.toFixed(1)} ms.`);
      if (refused.length > 0) broken.push(`${kind.name}: visitors were answered ${[...new Set(refused)].join(', ')}.`);
      progress(index + 1, floods.length);
    }
    return { found, broken };
  } finally {
    await server.kill();
    await stage.close();
  }
}

interface Rounds {
  readonly controls: readonly Flooded[];
  readonly products: readonly Flooded[];
}

/** Rounds of a flood and of its control, each first in every other one. */
async function inTurns(server: RunningServer, kind: Flood, rounds: number): Promise<Rounds> {
  const controls: Flooded[] = [];
  const products: Flooded[] = [];
  const control = async (): Promise<void> => void controls.push(await beside(server, noPlace(kind)));
  const product = async (): Promise<void> => void products.push(await beside(server, kind));
  for (let round = 0; round < rounds; round += 1)
    for (const next of round % 2 === 0 ? [control, product] : [product, control]) await next();
  return { controls, products };
}

const medianP99 = (rounds: readonly Flooded[]): number =>
  percentile(
    rounds.map(({ p99 }) => p99),
    0.5,
  );

const sentIn = (rounds: readonly Flooded[]): number => rounds.reduce((sum, { sent }) => sum + sent, 0);

function each(rounds: readonly Flooded[]): number {
  const used = rounds.reduce((sum, round) => sum + round.used, 0);
  return Math.round((used * 1_000) / Math.max(1, sentIn(rounds)));
}

/** Milliseconds of a processor that a process has used: fields 14 and 15 of its state, in hundredths of a second (proc_pid_stat(5)). */
function usedBy(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function beside({ origin, pid }: RunningServer, kind: Flood, seconds = SLICE): Promise<Flooded> {
  const { connections, first, more, perTick } = kind;
  const port = Number(new URL(origin).port);
  const order = JSON.stringify({ port, connections, first, more: more.toString('base64'), perTick, seconds });
  const before = usedBy(pid);
  const sender = fileURLToPath(new URL('sender.ts', import.meta.url));
  const child = spawn('taskset', ['-c', '0', process.execPath, sender], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(order);
  const sent = text(child.stdout);
  const walked = await walkWhile(port, once(child, 'exit'));
  const p99 = percentile(walked.times, 0.99);
  return { ...walked, p99, sent: Number(await sent), used: usedBy(pid) - before };
}

/** What visitors met until something was over. */
async function walkWhile(port: number, over: Promise<unknown>): Promise<Walked> {
  const end = new AbortController();
  const ended = over.then(() => end.abort());
  const times: number[] = [];
  const refused: number[] = [];
  const walk = async (visitor: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, localAddress: `127.0.1.${visitor + 1}` });
    for (let step = 0; !end.signal.aborted; step += 1) {
      const started = performance.now();
      const status = await visit(port, agent, step);
      times.push(performance.now() - started);
      if (status >= 400 || status === 0) refused.push(status);
      await new Promise((resolve) => setTimeout(resolve, THINKS));
    }
    agent.destroy();
  };
  await Promise.all([ended, ...Array.from({ length: VISITORS }, (_, visitor) => walk(visitor))]);
  return { times, refused };
}

const steps = ['/en', '/en/FLOODED', '/en/membership-interest', '/de', '/livez'];

function visit(port: number, agent: Agent, step: number): Promise<number> {
  const headers = { accept: 'text/html', 'accept-encoding': 'br' };
  return new Promise((resolve) => {
    const path = steps[step % steps.length];
    const request = startRequest({ port, host: '127.0.0.1', agent, path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', () => resolve(0)).end();
  });
}

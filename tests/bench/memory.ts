import { spawnSync } from 'node:child_process';
import { startServer } from '#tests/helpers/server.ts';
import { compare, requestHead, type Rounds } from './parts/compare.ts';
import { anonymous, atRest, processorTime } from './parts/memory-of.ts';
import type { MeasuredServer } from './parts/server-process.ts';
import { printTable } from './parts/table.ts';

export const summary = 'Memory of the served site at rest and under load, with young generations of several sizes.';

const ROUNDS: Rounds = { rounds: 5, duration: 2_000, connections: 16 };

/** Megabytes of V8's `--max-semi-space-size`; `null` leaves it to V8, as `npm start` does. */
const YOUNG = [null, 2, 4, 8] as const;

/** The address of the site is part of its pages, which are built for it and kept on disk by what they say: all contenders share one. */
const ORIGIN = 'http://127.0.0.1:3000';

interface Contender extends MeasuredServer {
  readonly pid: number;
}

export async function run(): Promise<void> {
  if (process.platform !== 'linux') throw new Error('Memory is read from /proc, which only Linux has.');
  build();
  // The first start compresses pages; later ones find them.
  await (await start(null)).stop();
  const rows = [];
  const servers: Contender[] = [];
  for (const size of YOUNG) servers.push(await start(size));
  const rest = servers.map(({ pid }) => anonymous(pid));
  const requests = ['/', '/de', '/pl', '/about-us', '/fr/about-us'].map((path) => requestHead(path, 'visit=1'));
  const speeds = await compare(
    servers.map((server) => ({ name: server.name, server, requests })),
    ROUNDS,
  );
  for (const [index, server] of servers.entries()) {
    const speed = speeds[index];
    rows.push([
      server.name,
      `${rest[index]} MB`,
      `${anonymous(server.pid)} MB`,
      Math.round(speed?.requestsPerSecond ?? Number.NaN),
      (speed?.cpuPerRequest ?? Number.NaN).toFixed(1),
      `${((speeds[0]?.cpuPerRequest ?? Number.NaN) / (speed?.cpuPerRequest ?? Number.NaN)).toFixed(2)}×`,
    ]);
  }
  for (const server of servers) await server.stop();
  printTable(
    'Anonymous memory of the demo site (goal: 150 MB at rest, 200 MB under load, speed within 5 % of the first row)',
    ['Young generation', 'at rest', 'after load', 'requests/s', 'CPU µs', 'speed by CPU'],
    rows,
  );
}

/** As an operator builds: with the settings that the servers have. */
function build(): void {
  const { status, stderr } = spawnSync(process.execPath, ['commands/build.ts'], {
    env: { ...process.env, NODE_ENV: undefined, PUBLIC_ORIGIN: ORIGIN },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed.\n${stderr}`);
}

async function start(size: number | null): Promise<Contender> {
  const flags = size === null ? [] : [`--max-semi-space-size=${size}`];
  const server = await startServer({
    command: [...flags, '--import', './commands/check-node.mjs', 'commands/serve.ts'],
    env: { PUBLIC_ORIGIN: ORIGIN },
  });
  await atRest(server.pid);
  return {
    name: size === null ? 'as V8 chooses' : `${size} MB`,
    port: Number(new URL(server.origin).port),
    pid: server.pid,
    cpu: async () => processorTime(server.pid),
    stop: async () => void (await server.stop()),
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compare, requestHead, type Contender, type Rounds } from './parts/compare.ts';
import { type MeasuredServer, startMeasured } from './parts/server-process.ts';
import { printTable } from './parts/table.ts';

export const summary =
  'Requests per second and processor time of the landing, beside a bare server and beside rendering per request.';

const ROUNDS: Rounds = { rounds: 5, duration: 1000, connections: 16 };

const INVITATION = '/CAMPAIGN';

export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-send-'));
  const [vitrine, inviting, fixed, rendering] = await Promise.all([
    startMeasured('vitrine', 'serve-vitrine.ts'),
    startMeasured('inviting', 'serve-vitrine.ts', ['0', 'CAMPAIGN', dataDir]),
    startMeasured('fixed', 'serve-fixed.ts'),
    startMeasured('rendering', 'serve-rendering.ts'),
  ]);
  await warmUp(inviting, requestHead(INVITATION, ''));
  const strangers = ['visit=1', 'visit=2', 'visit=3'];
  const contenders: Contender[] = [
    {
      name: 'control: one of two fixed Brotli buffers',
      server: fixed,
      requests: strangers.map((cookie) => requestHead('/', cookie)),
    },
    { name: 'landing, shared', server: vitrine, requests: strangers.map((cookie) => requestHead('/', cookie)) },
    { name: 'landing, personal: sets a cookie', server: vitrine, requests: [requestHead('/', 'lang=en')] },
    {
      name: 'landing, personal: fills values',
      server: vitrine,
      requests: Array.from({ length: 50 }, (_, i) => requestHead(`/?utm_id=${i}`, '')),
    },
    { name: 'landing, shared, with a database behind it', server: inviting, requests: [requestHead('/', 'visit=1')] },
    { name: 'invitation: a link with a code', server: inviting, requests: [requestHead(INVITATION, '')] },
    { name: 'control: render and gzip 6 per request', server: rendering, requests: [requestHead('/', '')] },
  ];
  const rows = await compare(contenders, ROUNDS);
  await Promise.all([vitrine, inviting, fixed, rendering].map((server) => server.stop()));
  await rm(dataDir, { recursive: true, force: true });
  const [bare, slow] = [rows[0], rows.at(-1)];
  printTable(
    'Sending the landing (server on one core, load on another; medians of interleaved rounds)',
    ['', 'requests/s', 'CPU µs', 'bytes', 'of fixed', 'of rendering'],
    rows.map((row) => [
      row.name,
      Math.round(row.requestsPerSecond),
      row.cpuPerRequest.toFixed(1),
      Math.round(row.bytesPerAnswer),
      ratio(row.requestsPerSecond, bare?.requestsPerSecond),
      ratio(row.requestsPerSecond, slow?.requestsPerSecond),
    ]),
  );
}

function ratio(value: number, control: number | undefined): string {
  return control === undefined ? '–' : `${(value / control).toFixed(2)}×`;
}

/** Asks for a page until the server has nothing more to do for it in the background: its pieces are compressed when somebody asks. */
async function warmUp(server: MeasuredServer, request: string): Promise<void> {
  for (let used = Number.POSITIVE_INFINITY; used > IDLE;) {
    await askOnce(server.port, request);
    const before = await server.cpu();
    await sleep(WATCHED);
    used = (await server.cpu()) - before;
  }
}

/** Milliseconds of watching, and microseconds of processor time in them that are nothing. */
const WATCHED = 500;
const IDLE = 25_000;

function askOnce(port: number, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('error', reject);
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
  });
}

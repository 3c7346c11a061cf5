import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, requestHead, type Contender, type Rounds } from './parts/compare.ts';
import { startMeasured } from './parts/server-process.ts';
import { printTable } from './parts/table.ts';
import { warmUp } from './parts/warm-up.ts';

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
      requests: Array.from({ length: 50 }, (_, i) => requestHead(`/?partner=${i}`, '')),
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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROME } from '#tests/helpers/experiments.ts';
import { compare, type Contender, formRequest, requestHead, type Rounds } from './parts/compare.ts';
import { startMeasured } from './parts/server-process.ts';
import { printTable } from './parts/table.ts';
import { warmUp } from './parts/warm-up.ts';

export const summary = 'The running site as visitors meet it (database, experiments, headers), beside a bare server.';

const ROUNDS: Rounds = { rounds: 7, duration: 1000, connections: 16 };

/** Of the invitation. */
const CODE = 'CAMPAIGN';

/** One network may cause only so much work and be counted so often: the load is a proxy for this many visitors. */
const NETWORKS = 5_000;

interface Answer extends Omit<Contender, 'server'> {
  /** Share of the bare server's requests per second. */
  readonly goal: number | null;
}

const get = (path: string, cookie = '', more: Readonly<Record<string, string>> = {}): string[] =>
  Array.from({ length: NETWORKS }, (_, visitor) =>
    requestHead(path.replace('*', String(visitor % 50)), cookie, { ...sentBy(visitor), ...more }),
  );

/** @param cookie Of a visitor who was here before. */
const answers = (cookie: string): readonly Answer[] => [
  { name: 'landing, visitor who came back', requests: get('/', cookie), goal: 0.8 },
  { name: 'landing without an experiment (/de/viral)', requests: get('/de/viral', cookie), goal: 0.8 },
  { name: 'landing, first visit: counted, sets cookies', requests: get('/'), goal: 0.6 },
  { name: 'landing, filled values (50 in turn)', requests: get('/?partner=*', cookie), goal: 0.5 },
  { name: 'invitation: a link with a code', requests: get(`/${CODE}`, cookie), goal: 0.6 },
  { name: 'forced variation', requests: get('/?short-hero=1', cookie), goal: null },
  { name: 'landing, no compression', requests: get('/', cookie, { 'Accept-Encoding': 'identity' }), goal: null },
  {
    name: 'refused form',
    requests: Array.from({ length: NETWORKS }, (_, visitor) =>
      formRequest('/do/check-code', { code: `!${visitor}`, document: 'landings/default' }, sentBy(visitor)),
    ),
    status: 422,
    goal: null,
  },
];

function sentBy(visitor: number): Readonly<Record<string, string>> {
  return { 'User-Agent': CHROME, 'X-Forwarded-For': `${80 + (visitor % 12)}.${visitor >> 8}.${visitor & 255}.7` };
}

export async function run(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-site-'));
  const site = await startMeasured('site', 'serve-running.ts', [dataDir, CODE]);
  const bare = await startMeasured('bare', 'serve-fixed.ts');
  const measured = answers(await cookiesOfVisit(site.port));
  for (const { requests } of measured) await warmUp(site, requests[0] ?? '');
  const control: Contender = {
    name: 'control: ready Brotli buffers',
    server: bare,
    requests: [requestHead('/', 'a=1')],
  };
  const rows = await compare([control, ...measured.map((each) => ({ ...each, server: site }))], ROUNDS);
  await Promise.all([site.stop(), bare.stop()]);
  await rm(dataDir, { recursive: true, force: true });
  const [fixed, ...pages] = rows;
  if (fixed === undefined) return;
  printTable(
    'The running site: embedded database, live experiments, headers (one core, load on another; medians of interleaved rounds)',
    ['', 'requests/s', 'CPU µs', 'bytes', 'of bare', 'goal'],
    [fixed, ...pages].map((row, index) => [
      row.name,
      Math.round(row.requestsPerSecond),
      row.cpuPerRequest.toFixed(1),
      Math.round(row.bytesPerAnswer),
      (row.requestsPerSecond / fixed.requestsPerSecond).toFixed(2),
      measured[index - 1]?.goal?.toFixed(2) ?? '–',
    ]),
  );
}

/** Cookies of a visitor who was here, as the site set them. */
async function cookiesOfVisit(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    headers: { 'Accept-Language': 'en', 'User-Agent': CHROME },
  });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}
